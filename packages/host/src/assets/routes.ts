// Assets as Hono routes. Where the server is Node, the raw response is used; elsewhere an asset is answered from one
// buffer, because a web stream costs more than it saves.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { assetPaths, type Answered, type AssetHost } from './asset-host.ts';
import { failureFor, serveNode } from './node.ts';
import { damaged, type AssetAnswer } from './respond.ts';

type Bindings = { readonly Bindings: Partial<HttpBindings> };

export function assetRoutes(host: AssetHost): Hono {
  const routes = new Hono<Bindings>();
  for (const prefix of assetPaths)
    routes.all(`${prefix}*`, (context) => serve(host, prefix, context));
  return new Hono().route('/', routes);
}

async function serve(
  host: AssetHost,
  prefix: string,
  context: Context<Bindings>,
): Promise<Response> {
  const { pathname, search } = new URL(context.req.url);
  const handle = pathname.slice(prefix.length) + search;
  const { incoming, outgoing } = context.env ?? {};
  if (incoming && outgoing && 'writeHead' in outgoing && !('stream' in outgoing)) {
    await serveNode(host, handle, incoming, outgoing);
    return RESPONSE_ALREADY_SENT;
  }
  const answered = await host.answer(handle, {
    method: context.req.method,
    header: (name) => context.req.header(name),
  });
  return toResponse(host, answered);
}

async function toResponse(host: AssetHost, { answer, grant }: Answered): Promise<Response> {
  const { body } = answer;
  if (body.kind !== 'slice' || !grant) return plain(answer);
  const bytes = await host.bytes(grant);
  if (!bytes.ok) return plain(failureFor(bytes.refusal));
  const { start, end } = body;
  const { status, headers } = answer;
  if (bytes.value.kind === 'buffer') {
    const slice = bytes.value.bytes.subarray(start, end);
    return slice.length === end - start
      ? new Response(new Uint8Array(slice), { status, headers })
      : plain(damaged);
  }
  await using reader = bytes.value.reader;
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of reader.read(start, end)) pieces.push(piece);
  } catch {
    return plain(damaged);
  }
  return new Response(new Uint8Array(Buffer.concat(pieces)), { status, headers });
}

function plain({ status, headers, body }: AssetAnswer): Response {
  return new Response(body.kind === 'text' ? body.text : null, { status, headers });
}
