// `percept serve` as a person starts it: a real process, a real store, real local eyes, and scripted model servers.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCaptureServer, type CaptureServer, type Script } from 'percept/conformance';
import { ownHome } from '../home.ts';
import { Gate, seeingScript, startWriter } from './model.ts';

const perceptBin = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));

/**
 * `models`: one that sees, one that does not (local eyes look for it), one that can everything, one that writes slowly.
 * `strict`: a blind one that nobody looks for. `none`: no model at all.
 */
type ModelCatalogue = 'models' | 'strict' | 'none';

export interface Stage extends AsyncDisposable {
  readonly root: string;
  readonly data: string;
  readonly seeing: CaptureServer;
  readonly gate: Gate;
  readonly writing: Gate;
  /** Of the process that runs now. Each link signs one browser in. */
  readonly link: () => string;
  readonly origin: () => string;
  readonly errors: () => string;
  kill(): Promise<void>;
  /** On the same port, so that a page finds it again. */
  restart(): Promise<void>;
}

export interface StageOptions {
  readonly catalogue?: ModelCatalogue;
  readonly writes?: string;
  /** What the model says, where it is not to look at pictures. */
  readonly script?: Script;
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { catalogue = 'models', writes = 'Nothing to say.', script } = options;
  const root = await realpath(await mkdtemp(join(tmpdir(), 'percept-web-')));
  const gate = new Gate();
  const writing = new Gate();
  const seeing = await startCaptureServer({ script: script ?? seeingScript(gate) });
  const writer = await startWriter(writes, writing);
  const config = join(root, 'percept.config.json');
  const data = join(root, 'data');
  await writeFile(config, JSON.stringify(configOf(catalogue, seeing, writer.baseUrl)));
  await writeFile(join(root, 'notes.md'), '# Notes\n\nWe meet on Monday.\n');
  const env = { ...ownHome(root), PERCEPT_CONFIG: config, PERCEPT_DATA: data };
  let running = await start(root, env, 0);
  return {
    root,
    data,
    seeing,
    gate,
    writing,
    link: () => running.facts.link,
    origin: () => running.facts.url,
    errors: () => running.errors(),
    kill: () => end(running.child, 'SIGKILL'),
    restart: async () => {
      await end(running.child, 'SIGKILL');
      running = await start(root, env, running.facts.port);
    },
    async [Symbol.asyncDispose]() {
      gate.open();
      writing.open();
      await end(running.child, 'SIGKILL');
      await seeing.close();
      await writer[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function configOf(catalogue: ModelCatalogue, seeing: CaptureServer, writerUrl: string): object {
  const model = (name: string, capabilities: readonly string[], baseUrl?: string): object => ({
    provider: 'openai-compatible',
    model: name,
    baseUrl: baseUrl ?? seeing.baseUrl('chat-completions'),
    capabilities,
    maxContextTokens: 100_000,
    price: { usdPerMillionInput: 1, usdPerMillionOutput: 2 },
  });
  switch (catalogue) {
    case 'none':
      return { discovery: false };
    case 'strict':
      return { discovery: false, main: 'blind', models: { blind: model('blind', []) } };
    case 'models':
      return {
        discovery: false,
        main: 'seeing',
        vision: 'local',
        audio: 'local',
        models: {
          seeing: model('seeing', ['vision-input', 'function-calling']),
          blind: model('blind', ['function-calling']),
          omni: model('omni', ['vision-input', 'audio-input', 'audio-output', 'image-output']),
          writer: model('writer', [], writerUrl),
        },
      };
  }
}

interface Facts {
  readonly url: string;
  readonly port: number;
  readonly link: string;
}

interface Running {
  readonly child: ChildProcess;
  readonly facts: Facts;
  readonly errors: () => string;
}

async function start(cwd: string, env: NodeJS.ProcessEnv, port: number): Promise<Running> {
  const args = [perceptBin, 'serve', '--json', '--port', String(port)];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  let printed = '';
  const { promise, resolve, reject } = Promise.withResolvers<Facts>();
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
    const line = printed.split('\n')[0];
    if (printed.includes('\n') && line) resolve(JSON.parse(line));
  });
  child.on('exit', (code) => reject(new Error(`percept serve ended with ${code}: ${errors}`)));
  const facts = await promise;
  return { child, facts, errors: () => errors };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
