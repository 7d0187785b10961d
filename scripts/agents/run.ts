// One run of one agent: its own home and folder, a provider of its own, and, where it is asked for, the gateway between them.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDarkroom, standardRenderers } from '@percept/render';
import { createGateway, readUpstreams } from '../../packages/host/src/gateway/index.ts';
import { setScene, type CaseName } from './cases.ts';
import type { Driver } from './drivers.ts';
import { startProvider, type Seen } from './provider.ts';

export const ways = ['bare', 'gateway', 'look-in'] as const;
export type Way = (typeof ways)[number];

export interface Outcome extends Seen {
  readonly agent: string;
  readonly way: Way;
  readonly case: CaseName;
  readonly code: number | null;
  readonly seconds: number;
  /** It was ended by the clock: what it would have come to is not known. */
  readonly late?: boolean;
  /** The end of what it said, where nothing came of it. */
  readonly tail?: string;
}

export interface Asked {
  readonly driver: Driver;
  readonly way: Way;
  readonly case: CaseName;
  readonly packages: string;
  readonly timeoutMs: number;
}

export async function runAgent({
  driver,
  way,
  case: name,
  packages,
  timeoutMs,
}: Asked): Promise<Outcome> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'percept-agent-')));
  const [home, cwd] = [join(folder, 'home'), join(folder, 'project')];
  await mkdir(home);
  await mkdir(cwd);
  const started = Date.now();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { files, colours } = await setScene(name, driver.name.length * 31 + name.length, cwd);
  const provider = stack.use(
    await startProvider(
      files.map((file) => join(cwd, file)),
      colours,
    ),
  );
  const base =
    way === 'bare'
      ? provider.origin
      : await gatewayBefore(provider.origin, way === 'look-in' ? cwd : undefined, stack);
  const prompt = `Use your tool to look at ${files.map((file) => join(cwd, file)).join(', ')} and say which colours are there.`;
  const { args, env } = await driver.prepare({ home, cwd, base, prompt, packages });
  const variables = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    TERM: 'dumb',
    CI: '1',
    HOME: home,
    XDG_DATA_HOME: join(home, '.data'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.state'),
    ...env,
  };
  const { code, said, late } = await finish(args, cwd, variables, timeoutMs);
  const seen = provider.seen();
  return {
    agent: driver.name,
    way,
    case: name,
    code,
    seconds: Math.round((Date.now() - started) / 1000),
    ...seen,
    ...(late && { late }),
    ...(seen.verdict === 'no-result' && { tail: said.slice(-600) }),
  };
}

async function gatewayBefore(
  origin: string,
  lookIn: string | undefined,
  stack: AsyncDisposableStack,
): Promise<string> {
  const own = lookIn === undefined ? {} : { lookIn };
  const upstreams = readUpstreams({
    openai: { baseUrl: `${origin}/v1`, ...own },
    anthropic: { baseUrl: `${origin}/v1`, ...own },
    gemini: { baseUrl: `${origin}/v1beta`, ...own },
  });
  if (!upstreams.ok) throw new Error(upstreams.refusal.message);
  const darkroom = createDarkroom({ renderers: standardRenderers() });
  stack.defer(() => darkroom.close());
  const gateway = createGateway({ upstreams: upstreams.value, darkroom });
  stack.defer(() => gateway.close());
  const server = createServer((request, response) => {
    void gateway.handle(request, response).then((ours) => {
      if (!ours) response.writeHead(404).end();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

interface Finished {
  readonly code: number | null;
  readonly said: string;
  readonly late: boolean;
}

/** Ends with everything that it started. */
function finish(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<Finished> {
  const { promise, resolve } = Promise.withResolvers<Finished>();
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  const hear = (chunk: Buffer): void => {
    said = `${said}${chunk.toString('utf8')}`.slice(-20_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end();
  }, timeoutMs);
  const done = (code: number | null, words = ''): void => {
    clearTimeout(timer);
    end();
    resolve({ code, said: `${said}${words}`, late });
  };
  child.once('error', (error) => done(null, error.message));
  child.once('exit', (code) => setTimeout(() => done(code), 200));
  return promise;
}
