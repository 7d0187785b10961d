// A request body becomes a JSON object within a bound on its bytes and its depth, or a problem. Nothing is parsed before
// its size is known, and what all requests hold together has a bound as well.
import { isJsonObject, parseJson } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import type { Share } from './held-bytes.ts';
import { invalid, problem, type Problem } from './problem.ts';

export type ReadBody =
  | { readonly ok: true; readonly value: JsonObject; readonly text: string }
  | { readonly ok: false; readonly problem: Problem };

/** No body at all reads as an empty object: several routes need nothing said. `share`: until the request is answered. */
export async function readBody(
  request: Request,
  maxBytes: number,
  share?: Share,
): Promise<ReadBody> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) return tooLarge(maxBytes);
  const bytes = await readBytes(request, maxBytes, share);
  if (bytes === 'too-large') return tooLarge(maxBytes);
  if (bytes === 'busy') return failed(busy);
  if (bytes === 'cut') return failed(invalid('The body ended too early.'));
  if (bytes.length === 0) return { ok: true, value: {}, text: '{}' };
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    return failed(
      problem(415, 'unsupported_media_type', 'The body is not sent as application/json.'),
    );
  const text = decode(bytes);
  const value = text === undefined ? undefined : parseJson(text);
  if (text === undefined || value === undefined)
    return failed(invalid('The body is not JSON in UTF-8.'));
  return isJsonObject(value)
    ? { ok: true, value, text }
    : failed(invalid('The body is not a JSON object, or is nested too deeply.'));
}

/** Small requests are answered also while large ones take all the room there is. */
const unsharedBytes = 64 * 1024;

async function readBytes(
  request: Request,
  maxBytes: number,
  share: Share | undefined,
): Promise<Uint8Array | 'too-large' | 'busy' | 'cut'> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const stream: AsyncIterable<Uint8Array> = request.body;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxBytes) return 'too-large';
      if (share && size > unsharedBytes && !share.take(chunk.length)) return 'busy';
      chunks.push(chunk);
    }
  } catch {
    return 'cut';
  }
  return Buffer.concat(chunks, size);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const busy: Problem = problem(503, 'too_busy', 'Too many large requests at once.', {
  retryAfter: 1,
});

function tooLarge(maxBytes: number): ReadBody {
  return failed(
    problem(413, 'payload_too_large', `The body has more than ${maxBytes} bytes.`, {
      maxRequestBodyBytes: maxBytes,
    }),
  );
}

function failed(what: Problem): ReadBody {
  return { ok: false, problem: what };
}
