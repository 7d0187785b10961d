// Assets on a raw Node response: a small one is one buffer, a large one is piped from its file with the reader's pace, and
// a reader that stands still is let go. No web stream is involved; those cost three times as much.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Refusal } from '@percept/core';
import type { Answered, Assets } from './assets.ts';
import { assetPaths } from './handle.ts';
import { damaged, unavailable, type AssetAnswer, type AssetRequest } from './respond.ts';

export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => false | Promise<true>;

export function nodeHandler(host: Assets): NodeHandler {
  return (request, response) => {
    const handle = handleIn(request.url ?? '');
    return handle === undefined ? false : serveNode(host, handle, request, response);
  };
}

/** Everything after the path, undecoded: a handle has one spelling. */
function handleIn(url: string): string | undefined {
  const path = assetPaths.find((prefix) => url.startsWith(prefix));
  return path && url.slice(path.length);
}

async function serveNode(
  host: Assets,
  handle: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<true> {
  const answered = await host.answer(handle, requestOf(request));
  // Without a listener for it, Node destroys a socket on which nothing moved for so long.
  request.socket.setTimeout(host.limits.idleTimeoutMs);
  await send(host, answered, response);
  return true;
}

function requestOf({ method = 'GET', headers }: IncomingMessage): AssetRequest {
  return {
    method,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
  };
}

async function send(
  host: Assets,
  { answer, grant }: Answered,
  response: ServerResponse,
): Promise<void> {
  const { body } = answer;
  if (body.kind !== 'slice' || !grant) return sendWhole(response, answer);
  const bytes = await host.bytes(grant);
  if (!bytes.ok) return sendWhole(response, failureFor(bytes.refusal));
  const { start, end } = body;
  if (bytes.value.kind === 'buffer') {
    const slice = bytes.value.bytes.subarray(start, end);
    if (slice.length !== end - start) return sendWhole(response, damaged);
    response.writeHead(answer.status, answer.headers).end(slice);
    return;
  }
  await using reader = bytes.value.reader;
  if (reader.bytes !== grant.bytes) return sendWhole(response, damaged);
  response.writeHead(answer.status, answer.headers);
  try {
    await pipeline(reader.read(start, end), response);
  } catch {
    // The reader left, or the copy turned out to be wrong: the missing rest tells the other side.
    response.destroy();
  }
}

function sendWhole(response: ServerResponse, { status, headers, body }: AssetAnswer): void {
  response.writeHead(status, headers).end(body.kind === 'text' ? body.text : undefined);
}

function failureFor({ refused }: Refusal): AssetAnswer {
  return refused === 'corrupt' || refused === 'absent' ? damaged : unavailable;
}
