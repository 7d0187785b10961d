// The OpenWOP face on a port of its own: a real store, door and runtime, two tenants, and a scripted model behind it. The
// same folder can be opened again, which is what a restart is.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRuntime } from '@percept/agent/runtime';
import { parseTenantId, type TenantId } from '@percept/core';
import { openMemory, type Memory } from '@percept/store';
import { startCaptureServer, text, type CaptureServer, type Script } from 'percept/conformance';
import { doorOnto } from '../door.ts';
import { ownHome } from '../home.ts';
import { Assets, openKeyRing } from '../../packages/host/src/assets/index.ts';
import type { Credential } from '../../packages/host/src/http/caller.ts';
import { createOpenwop, type OpenwopOptions } from '../../packages/openwop/src/openwop.ts';
import { routesFace, type Face } from '../../packages/host/src/face.ts';
import { Client } from './openwop-client.ts';
import { modelNodes, type Nodes } from './openwop-nodes.ts';

export const acme: TenantId = tenant('acme');
export const zenith: TenantId = tenant('zenith');
export const acmeToken = 'acme-token-0123456789';
const zenithToken = 'zenith-token-0123456789';

export type ModelCatalogue = 'seeing' | 'blind' | 'both' | 'drawing' | 'none';

export interface StageOptions extends Partial<
  Pick<
    OpenwopOptions,
    'limits' | 'testSeams' | 'workflows' | 'emitsMedia' | 'clock' | 'interruptSecrets'
  >
> {
  readonly catalogue?: ModelCatalogue;
  readonly script?: Script;
  /** More of the configuration: who draws and who speaks. */
  readonly config?: object;
  readonly credentials?: readonly Credential[];
  /** Of an earlier stage, to be opened again; it is then removed by whoever made it. */
  readonly folder?: string;
}

export interface Stage extends AsyncDisposable {
  readonly folder: string;
  readonly origin: string;
  readonly port: number;
  readonly memory: Memory;
  readonly assets: Assets;
  readonly server: CaptureServer;
  readonly acme: Client;
  readonly zenith: Client;
  readonly nobody: Client;
  /** What the face reported as bugs. */
  readonly bugs: readonly unknown[];
  client(token: string): Client;
}

let nodes: Nodes = 'fixture';

/** What the workflows of the conformance suites are made of, in this test file. */
export function useNodes(kind: Nodes): void {
  nodes = kind;
}

export function usesModels(): boolean {
  return nodes === 'model';
}

/** What a node of this kind tells of its work, between its start and its end. */
export function workEvents(): readonly string[] {
  return usesModels() ? ['output.chunk', 'provider.usage'] : [];
}

export async function openStage(given: StageOptions = {}): Promise<Stage> {
  const options = usesModels() ? { ...given, ...modelNodes(given) } : given;
  // Also what a stage that cannot be opened had opened is closed.
  await using opened = new AsyncDisposableStack();
  const folder = options.folder ?? (await realpath(await mkdtemp(join(tmpdir(), 'percept-wop-'))));
  if (options.folder === undefined)
    opened.defer(() => rm(folder, { recursive: true, force: true }));
  const server = await startCaptureServer({ script: options.script ?? (() => text('Done.')) });
  opened.defer(() => server.close());
  const env = await configure(folder, server, options);
  const { clock } = options;
  const memory = await openMemory({ directory: join(folder, 'data'), ...(clock && { clock }) });
  opened.defer(() => memory.close());
  const door = doorOnto(memory);
  const runtime = opened.use(openRuntime({ cwd: folder, env, memory }));
  const face = Promise.withResolvers<Face>();
  const http = createServer((request, response) => {
    void face.promise.then((ready) => ready.handle(request, response));
  });
  const port = await new Promise<number>((resolve) => {
    http.listen(0, '127.0.0.1', () => {
      const address = http.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  opened.defer(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  // URLs outlive a restart, so the name that they carry does, too.
  const origin = await originOf(folder, port);
  const keys = openKeyRing({ directory: memory.directory });
  const assets = new Assets({ memory, keys, origin, ...(clock && { clock }) });
  const bugs: unknown[] = [];
  const openwop = createOpenwop({
    memory,
    assets,
    runtime,
    door,
    origin,
    version: '0.0.0',
    tenants: [
      { token: acmeToken, tenant: acme, principal: 'ann' },
      { token: zenithToken, tenant: zenith },
      ...(options.credentials ?? []),
    ],
    interruptSecrets: options.interruptSecrets ?? [await secretOf(folder)],
    workspace: join(folder, 'workplaces'),
    testSeams: options.testSeams ?? true,
    report: (error) => bugs.push(error),
    ...(options.emitsMedia !== undefined && { emitsMedia: options.emitsMedia }),
    ...(options.workflows && { workflows: options.workflows }),
    ...(options.limits && { limits: options.limits }),
    ...(clock && { clock }),
  });
  opened.defer(() => openwop.close());
  const close = async (): Promise<void> => {};
  const parts = [{ name: 'openwop', routes: openwop.routes, close }];
  const routes = routesFace(parts, (error) => bugs.push(error));
  face.resolve({
    ...routes,
    handle: async (request, response) =>
      (await assets.node(request, response)) || routes.handle(request, response),
  });
  const base = `http://127.0.0.1:${port}`;
  const client = (token: string | undefined): Client => new Client(base, origin, token);
  const open = opened.move();
  return {
    folder,
    origin,
    port,
    memory,
    assets,
    server,
    acme: client(acmeToken),
    zenith: client(zenithToken),
    nobody: client(undefined),
    bugs,
    client,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function configure(
  folder: string,
  server: CaptureServer,
  { catalogue = 'seeing', config: more }: StageOptions,
) {
  const model = (name: string, capabilities: readonly string[]) => ({
    provider: 'openai-compatible',
    model: name,
    baseUrl: server.baseUrl('chat-completions'),
    capabilities,
    apiKey: `sk-secret-of-${name}-0123456789`,
  });
  const seeing = { seeing: model('seeing', ['vision-input']) };
  const blind = { blind: model('blind', []) };
  // Known by its name, as a model of a router is.
  const { capabilities: _, ...painter } = model('gemini-2.5-flash-image', []);
  const models = {
    ...(catalogue === 'drawing' ? { drawing: painter } : {}),
    ...(catalogue === 'seeing' || catalogue === 'both' ? seeing : {}),
    ...(catalogue === 'blind' || catalogue === 'both' ? blind : {}),
  };
  const main = catalogue === 'both' ? 'blind' : catalogue;
  const config = join(folder, 'percept.config.json');
  const chosen = catalogue === 'none' ? {} : { main, models };
  await writeFile(config, JSON.stringify({ discovery: false, ...chosen, ...more }));
  return { ...ownHome(folder), PERCEPT_CONFIG: config };
}

async function secretOf(folder: string): Promise<Uint8Array> {
  return Buffer.from(
    await kept(join(folder, 'interrupt.key'), randomBytes(32).toString('hex')),
    'hex',
  );
}

function originOf(folder: string, port: number): Promise<string> {
  return kept(join(folder, 'origin'), `http://127.0.0.1:${port}`);
}

async function kept(path: string, fresh: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    await writeFile(path, fresh);
    return fresh;
  }
}

function tenant(name: string): TenantId {
  const parsed = parseTenantId(name);
  if (!parsed.ok) throw new TypeError(parsed.refusal.message);
  return parsed.value;
}
