// Assets asked for without a socket, as programs do that mount the server in one of their own.
import type { Assets } from '../src/assets/index.ts';
import { hostLimits } from '../src/limits.ts';
import { memoryServer, type MemoryServer } from '../src/memory-server.ts';

export function assetServer(assets: Assets): MemoryServer & Disposable {
  const server = memoryServer((request, response) => {
    if (!assets.node(request, response)) response.writeHead(418).end('not an asset');
  }, hostLimits);
  return { ...server, [Symbol.dispose]: () => server.close() };
}
