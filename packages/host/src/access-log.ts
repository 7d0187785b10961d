// One line per answer, for whoever runs the server. What grants access by being known (handles, tokens, keys, values of a
// query) is never in it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { printable } from '@percept/core/internal';
import { redactHandles } from './assets/index.ts';
import { maxLoggedPathChars } from './limits.ts';

/** The segment behind these is a capability by itself. */
const capabilities = /(\/v1\/(?:host\/sample\/)?(?:assets|interrupts)\/)[^/?]+/gi;

/** @example redactUrl('/v1/assets/a1.k.x.y?size=2') // '/v1/assets/redacted?size=…' */
export function redactUrl(url: string): string {
  const at = url.indexOf('?');
  const path = at === -1 ? url : url.slice(0, at);
  // The app's own files have a folder of that name, and no secrets.
  const known = path.startsWith('/assets/')
    ? path
    : redactHandles(path.replaceAll(capabilities, '$1redacted'));
  const words = printable(known, maxLoggedPathChars);
  if (at === -1) return words;
  const names = new Set(new URLSearchParams(url.slice(at + 1)).keys());
  return `${words}?${[...names]
    .slice(0, 8)
    .map((name) => `${printable(name, 20)}=…`)
    .join('&')}`;
}

export type AccessLog = (request: IncomingMessage, response: ServerResponse) => void;

export function createAccessLog(write: (line: string) => void, clock: () => number): AccessLog {
  return ({ method = '', url = '/' }, response) => {
    const began = clock();
    response.once('close', () => {
      const how = response.writableFinished ? '' : ' cut';
      const what = `${printable(method, 10)} ${redactUrl(url)} ${response.statusCode}`;
      write(`${new Date(began).toISOString()} ${what} ${clock() - began}ms${how}`);
    });
  };
}
