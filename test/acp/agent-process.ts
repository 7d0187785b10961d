// `percept acp` as a client starts it: a real process on real pipes, configured against a scripted model server.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startCaptureServer, type CaptureServer, type Script } from 'percept/conformance';
import { ownHome } from '../home.ts';
import { openAgentHere, type AgentHere, type AgentPipes } from './agent-here.ts';

const perceptBin = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));

export interface Stage extends AsyncDisposable {
  /** The folder that sessions work in. */
  readonly root: string;
  readonly data: string;
  readonly server: CaptureServer;
  readonly env: NodeJS.ProcessEnv;
  /** The command line, for clients that start it themselves. */
  readonly command: readonly string[];
  start(): AgentProcess;
  /** The same agent without a process of its own. */
  here(): AgentPipes;
}

export interface AgentProcess extends AgentPipes {
  readonly child: ChildProcessWithoutNullStreams;
  readonly errors: () => string;
}

/** `bridged`: a text-only model, and another one that looks for it. `local`: a text-only model with local eyes. */
export type ModelCatalogue = 'seeing' | 'bridged' | 'local' | 'none';

export async function openStage(
  script: Script,
  catalogue: ModelCatalogue = 'seeing',
): Promise<Stage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'percept-acp-')));
  const server = await startCaptureServer({ script });
  const baseUrl = server.baseUrl('chat-completions');
  const model = (name: string, capabilities: readonly string[]) => ({
    provider: 'openai-compatible',
    model: name,
    baseUrl,
    capabilities,
  });
  const maxContextTokens = 100_000;
  const price = { usdPerMillionInput: 1, usdPerMillionOutput: 2 };
  const config = join(folder, 'percept.config.json');
  await writeFile(
    config,
    JSON.stringify({
      discovery: false,
      ...(catalogue !== 'none' && {
        main: catalogue === 'seeing' ? 'seeing' : 'blind',
        ...(catalogue === 'bridged' && { vision: 'seeing' }),
        ...(catalogue === 'local' && { vision: 'local' }),
        models: {
          ...(catalogue !== 'local' && {
            seeing: {
              ...model('seeing', ['vision-input', 'audio-input']),
              maxContextTokens,
              price,
            },
            other: model('other', ['vision-input', 'audio-input']),
          }),
          blind: model('blind', []),
        },
      }),
    }),
  );
  const data = join(folder, 'data');
  const env = {
    ...ownHome(folder),
    PERCEPT_CONFIG: config,
    PERCEPT_DATA: data,
  };
  const command = [process.execPath, perceptBin, 'acp'];
  const children = new Set<ChildProcessWithoutNullStreams>();
  const agents: AgentHere[] = [];
  return {
    root: folder,
    data,
    server,
    env,
    command,
    start: () => {
      const agent = startAgent(folder, env);
      children.add(agent.child);
      return agent;
    },
    here: () => {
      const agent = openAgentHere(folder, data, env);
      agents.push(agent);
      return agent;
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL');
      for (const agent of agents) await agent[Symbol.asyncDispose]();
      await server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export function startAgent(cwd: string, env: NodeJS.ProcessEnv): AgentProcess {
  const child = spawn(process.execPath, [perceptBin, 'acp'], { env, cwd });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  child.stdin.on('error', () => {});
  return {
    child,
    output: Writable.toWeb(child.stdin),
    input: ReadableStream.from(bytesOf(child.stdout)),
    errors: () => errors,
  };
}

async function* bytesOf(stream: Readable): AsyncIterable<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}
