// An app of Next as docs/mounting.md has it: the handler in a route of its own, built and started as a stranger would.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const nextPackages = ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'];

const files = {
  'next.config.js': `const ours = ['agent', 'core', 'eyes', 'host', 'ingest', 'openwop', 'render', 'store'];
    export default { serverExternalPackages: ours.map((name) => '@percept/' + name) };`,
  'host.js': `import { openRuntime } from '@percept/agent/runtime';
    import { openHandler } from '@percept/host';
    import { openMemory } from '@percept/store';
    const memory = await openMemory({ directory: '.percept' });
    const runtime = openRuntime({ cwd: process.cwd(), env: process.env, memory });
    const { ORIGIN: origin } = process.env;
    export const host = await openHandler({ version: '1.0.0', memory, runtime, cwd: process.cwd(), origin });`,
  'app/layout.js': 'export default ({ children }) => children;',
  'app/[...path]/route.js': `let opened;
    async function handle(request) {
      const { host } = await (opened ??= import('../../host.js'));
      return host.fetch(request, { tenant: 'acme' });
    }
    export { handle as GET, handle as POST, handle as HEAD, handle as DELETE, handle as OPTIONS };`,
} as const;

/** Builds the app in a folder that has its packages, and listens until it is disposed of. */
export async function startNext(
  folder: string,
  port: number,
): Promise<AsyncDisposable & { readonly origin: string }> {
  mkdirSync(join(folder, 'app/[...path]'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const next = join(folder, 'node_modules/next/dist/bin/next');
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    ORIGIN: origin,
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const options = { cwd: folder, env };
  await promisify(execFile)(process.execPath, [next, 'build'], options);
  const args = [next, 'start', '--port', String(port), '--hostname', '127.0.0.1'];
  const server = spawn(process.execPath, args, { ...options, stdio: 'inherit' });
  const ended = once(server, 'exit');
  return {
    origin,
    async [Symbol.asyncDispose]() {
      server.kill();
      await ended;
    },
  };
}
