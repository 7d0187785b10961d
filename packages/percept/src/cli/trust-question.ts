// The question that stands before a chat or a server in a folder with configuration of its own. It is answered by a whole
// word that was typed after the question was there: no paste and no key that is held down says it by accident.
import { createInterface } from 'node:readline';
import { loadConfig, TrustStore } from '@percept/agent/internal';
import { printable } from '@percept/core/internal';
import type { Invocation } from './command.ts';
import { tell } from './print.ts';

const word = 'trust';
/** What was typed before the question could be read is not an answer to it. */
const readingMs = 700;

/** Asks nothing where nothing needs trust, or nobody is there to ask. */
export async function askForTrust({ environment, signal }: Invocation): Promise<void> {
  const { workingDirectory: cwd, variables: env, homeDirectory: home, stdin } = environment;
  if (!stdin.isTTY || !process.stderr.isTTY) return;
  const config = await loadConfig({ cwd, env, home });
  const project = config.ok ? config.value.project : undefined;
  if (!project || project.asks.length === 0) return;
  const lines = [
    '',
    `This folder brings its own configuration: ${printable(project.path, 500)}`,
    ...(project.standing === 'changed' ? ['It has changed since you trusted it.'] : []),
    'It wants to:',
    ...project.asks.map((ask) => `  - ${ask}`),
    'Without trust it does none of this. Read the file before you answer.',
  ];
  tell(lines.join('\n'));
  const answer = await typed(environment.stdin, signal);
  if (answer.trim().toLowerCase() !== word) {
    tell('Not trusted: it changes nothing here.');
    return;
  }
  const kept = await new TrustStore({ env, home }).trust(project);
  tell(
    kept.ok
      ? 'Trusted until it changes. To take it back: percept trust --forget'
      : `${kept.refusal.message} ${kept.refusal.hint}`,
  );
}

function typed(input: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input, output: process.stderr, terminal: true });
  const { promise, resolve: answered } = Promise.withResolvers<string>();
  const since = performance.now();
  lines.setPrompt(`Type "${word}" to allow it, or press Enter to go on without it: `);
  lines.on('line', (line) => {
    if (performance.now() - since < readingMs) lines.prompt();
    else answered(line);
  });
  lines.once('close', () => answered(''));
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  signal.addEventListener('abort', () => lines.close(), { once: true });
  lines.prompt();
  return promise.finally(() => lines.close());
}
