// Configurations of servers as an ACP client writes them, and servers on the web as processes of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '@agentclientprotocol/sdk';

const showroomFile = fileURLToPath(new URL('./showroom.ts', import.meta.url));
const hostileFile = fileURLToPath(new URL('./hostile.ts', import.meta.url));
const perceptBin = fileURLToPath(
  new URL('../../../packages/percept/bin/percept.js', import.meta.url),
);

type Variables = Readonly<Record<string, string>>;

function pairs(values: Variables): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

export function program(
  name: string,
  args: readonly string[],
  env: Variables = {},
): Extract<McpServer, { command: string }> {
  return { name, command: process.execPath, args: [...args], env: pairs(env) };
}

export function showroom(
  name = 'showroom',
  env: Variables = {},
): Extract<McpServer, { command: string }> {
  return program(name, [showroomFile], env);
}

export function hostile(way: string, args: readonly string[] = [], env: Variables = {}): McpServer {
  return program('hostile', [hostileFile, way, ...args], env);
}

export function perceptMcp(data: string): McpServer {
  return program('percept', [perceptBin, 'mcp', '--data', data]);
}

export interface WebShowroom extends AsyncDisposable {
  server(headers: Variables): McpServer;
}

export async function startShowroom(
  type: 'http' | 'sse',
  env: Variables = {},
): Promise<WebShowroom> {
  const child = spawn(process.execPath, [showroomFile, type], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /listens on (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return {
    server: (headers) => ({ type, name: 'showroom', url, headers: pairs(headers) }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
