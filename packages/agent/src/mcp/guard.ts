// Who may speak to the HTTP server: names of this machine only, so that a page which points its own name at us (DNS
// rebinding) is turned away before anything is read; pages of other origins never; and whoever holds the token, where
// there is one.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

/** Answers and returns false when the request goes no further. */
export type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createGuard(path: string, token: string | undefined): Guard {
  const hosts = localhostAllowedHostnames();
  const origins = localhostAllowedOrigins();
  return (request, response) => {
    const { host, origin } = request.headers;
    const isLocal = validateHostHeader(host, hosts).ok && validateOriginHeader(origin, origins).ok;
    if (!isLocal) return refuseRequest(response, 403, 'Only this machine may call.');
    if (token !== undefined && !bears(request, token))
      return refuseRequest(response, 401, 'A bearer token is needed.', {
        'www-authenticate': 'Bearer',
      });
    const [asked] = (request.url ?? '').split('?', 1);
    if (asked !== path) return refuseRequest(response, 404, `MCP is served at ${path}.`);
    if (['POST', 'GET', 'DELETE'].includes(request.method ?? '')) return true;
    return refuseRequest(response, 405, 'Method not allowed.', { allow: 'POST, GET, DELETE' });
  };
}

/** Compared as digests, so that neither content nor length shows in the time it takes. */
function bears({ headers }: IncomingMessage, token: string): boolean {
  const [, given = ''] = /^bearer ([\x21-\x7e]{1,4096})$/i.exec(headers.authorization ?? '') ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refuseRequest(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): false {
  const error = { jsonrpc: '2.0', id: null, error: { code: -32_000, message } };
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(error));
  return false;
}
