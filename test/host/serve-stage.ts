// The whole server with a scripted model behind it, in this process or as `percept serve`, and a visitor who uses it with
// nothing but HTTP.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openRuntime } from '@percept/agent/runtime';
import { isRecord, readText } from '@percept/core/internal';
import { openHost, readTenants, type HostSetup, type RunningHost } from '@percept/host';
import { openwop } from '@percept/openwop';
import { openMemory, type Memory } from '@percept/store';
import { startCaptureServer, type CaptureServer, type Script } from 'percept/conformance';
import { ownHome } from '../home.ts';
import { Visitor } from './serve-visitor.ts';

const perceptBin = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));

export const acmeToken = 'acme-token-0123456789-abcdefgh';
const zenithToken = 'zenith-token-0123456789-abcdef';

export interface Stage extends AsyncDisposable {
  readonly folder: string;
  readonly server: CaptureServer;
  readonly memory: Memory;
  readonly host: RunningHost;
  readonly lines: readonly string[];
  /** The person at this machine, by bearer token. */
  readonly me: Visitor;
  readonly acme: Visitor;
  readonly zenith: Visitor;
}

export type ModelCatalogue = 'seeing' | 'blind-strict' | 'blind-local' | 'none';

export async function openStage(
  script: Script,
  catalogue: ModelCatalogue = 'seeing',
  own: Partial<HostSetup> = {},
): Promise<Stage> {
  const { folder, server, env } = await prepare(script, catalogue);
  const memory = own.memory ?? (await openMemory({ directory: join(folder, 'data') }));
  const runtime = openRuntime({ cwd: folder, env, memory });
  const tenants = readTenants({
    tenants: [
      { name: 'acme', token: acmeToken },
      { name: 'zenith', token: zenithToken },
    ],
  });
  if (!tenants.ok) throw new Error(tenants.refusal.message);
  const lines: string[] = [];
  const host = await openHost({
    version: '0.0.0',
    memory,
    runtime,
    cwd: folder,
    listen: { port: 0, address: '127.0.0.1' },
    credentials: tenants.value.credentials,
    extensions: [openwop()],
    log: (line) => lines.push(line),
    ...own,
  });
  const visitor = (token: string) => new Visitor(host.origin, { authorization: `Bearer ${token}` });
  return {
    folder,
    server,
    memory,
    host,
    lines,
    me: visitor(host.localToken),
    acme: visitor(acmeToken),
    zenith: visitor(zenithToken),
    async [Symbol.asyncDispose]() {
      await host.close();
      await runtime[Symbol.asyncDispose]();
      await memory.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Prepared {
  readonly folder: string;
  readonly server: CaptureServer;
  readonly env: NodeJS.ProcessEnv;
}

async function prepare(script: Script, catalogue: ModelCatalogue): Promise<Prepared> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'percept-serve-')));
  const server = await startCaptureServer({ script });
  const baseUrl = server.baseUrl('chat-completions');
  const model = (name: string, capabilities: readonly string[]) => ({
    provider: 'openai-compatible',
    model: name,
    baseUrl,
    capabilities,
    apiKey: `sk-secret-of-${name}-0123456789`,
    maxContextTokens: 100_000,
    price: { usdPerMillionInput: 1, usdPerMillionOutput: 2 },
  });
  const config = join(folder, 'percept.config.json');
  await writeFile(
    config,
    JSON.stringify({
      discovery: false,
      bridge: { timeoutMs: 90_000 },
      ...(catalogue !== 'none' && {
        main: catalogue === 'seeing' ? 'seeing' : 'blind',
        ...(catalogue === 'blind-local' && { vision: 'local' }),
        models: {
          ...(catalogue === 'seeing' && {
            seeing: model('seeing', ['vision-input', 'audio-input']),
          }),
          blind: model('blind', []),
        },
      }),
    }),
  );
  const env = { ...ownHome(folder), PERCEPT_CONFIG: config };
  return { folder, server, env };
}

export interface ServeProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it printed with `--json`. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly origin: string;
  readonly visitor: Visitor;
  readonly errors: () => string;
  readonly gone: Promise<number | null>;
}

export interface ProcessStage extends AsyncDisposable {
  readonly folder: string;
  readonly data: string;
  readonly server: CaptureServer;
  readonly env: NodeJS.ProcessEnv;
  start(...args: readonly string[]): Promise<ServeProcess>;
}

/** `percept serve --json --port 0`, as often as it is started; `--data` says another folder than the stage's own. */
export async function openProcessStage(
  script: Script,
  catalogue: ModelCatalogue = 'seeing',
  more: NodeJS.ProcessEnv = {},
): Promise<ProcessStage> {
  const { folder, server, env: common } = await prepare(script, catalogue);
  const env = { ...common, ...more };
  const data = join(folder, 'data');
  const children: ServeProcess[] = [];
  return {
    folder,
    data,
    server,
    env,
    start: async (...args) => {
      const place = args.includes('--data') ? [] : ['--data', data];
      const started = await startServe([...args, ...place], { folder, env });
      children.push(started);
      return started;
    },
    async [Symbol.asyncDispose]() {
      for (const { child, gone } of children) {
        child.kill('SIGKILL');
        await gone;
      }
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startServe(
  args: readonly string[],
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): Promise<ServeProcess> {
  const call = [perceptBin, 'serve', '--json', '--port', '0', ...args];
  const child = spawn(process.execPath, call, { cwd: folder, env });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  try {
    const lines = createInterface({ input: child.stdout });
    const line = await Promise.race([
      new Promise<string>((resolve) => lines.once('line', resolve)),
      gone.then((code) => Promise.reject(new Error(`percept serve ended with ${code}: ${errors}`))),
    ]);
    const facts: unknown = JSON.parse(line);
    const link = isRecord(facts) ? readText(facts['link']) : undefined;
    if (!isRecord(facts) || link === undefined)
      throw new Error(`percept serve did not start: ${line} ${errors}`);
    const origin = readText(facts['url']) ?? '';
    // Behind another name it cannot be visited from here.
    const visitor = new Visitor(
      origin,
      args.includes('--origin') ? {} : { cookie: await signIn(link) },
    );
    return { child, facts, origin, visitor, errors: () => errors, gone };
  } catch (error) {
    // Nobody else knows it.
    child.kill('SIGKILL');
    throw error;
  }
}

/** What a browser does with the link: the key becomes a cookie. */
export async function signIn(link: string): Promise<string> {
  const response = await fetch(link, { redirect: 'manual' });
  const [cookie = ''] = response.headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}
