// `percept` and `percept chat`: talk to a model that sees, in this terminal. Into and out of a pipe it is one question and
// one answer in plain words.
import { fstatSync } from 'node:fs';
import { RuntimeSetupError, openRuntime, type Runtime } from '@percept/agent/runtime';
import { jsonOf } from '@percept/core/internal';
import { parseBlobId, type Refusal } from '@percept/core';
import type { Memory } from '@percept/store';
import { assess, type TerminalClipboard } from '@percept/terminal/internal';
import {
  answerOnce,
  runLiveChat,
  runPlainChat,
  type Attachment,
  type ChatHost,
  type Conversation,
} from '@percept/terminal/chat';
import { openChatHost } from '../cli/chat/runtime-host.ts';
import {
  FaultError,
  nothing,
  orFault,
  orRefuse,
  RefusalError,
  said,
  UsageError,
  type Answer,
  type Command,
  type Invocation,
} from '../cli/command.ts';
import { checkGraphicsSetting } from '../cli/graphics-setting.ts';
import { dryRun } from '../cli/chat/dry-run.ts';
import { readWords } from '../cli/input.ts';
import { writeNewFile } from '../cli/new-file.ts';
import { ownVersion } from '../cli/own-version.ts';
import { tell } from '../cli/print.ts';
import { findSenses, type Senses } from '../cli/senses.ts';
import { askForTrust } from '../cli/trust-question.ts';
import { openWorkspace } from '../cli/workspace.ts';
import { maxWordsChars } from '../limits.ts';

export const chat: Command = {
  help: `usage: percept chat [--resume ID | --continue]     (or just: percept)
       percept -p QUESTION [FILE …] [--dry-run]
       … | percept [-p - FILE …]
       … | percept -p QUESTION -

Talks to a model in this terminal, with pictures in it: Ctrl-V pastes one, a dropped file or
@PATH attaches one, /saw shows what the model saw, /help the rest. The model comes from
PERCEPT_MODEL, percept.config.* or a server on this machine; with none of them, local eyes read
what is attached. With -p, or in a pipe, one question is answered in plain words.

options
  -p, --print QUESTION   answer this and end; "-" reads the question from standard input, and as a
                         FILE it attaches standard input
  --dry-run              say what the model would get of QUESTION and FILEs, and send nothing
  --resume ID            go on with a session of this folder (see: percept sessions)
  --continue             go on with the newest session of this folder
  --model NAME           the model that answers (see /model)
  --plain                lines instead of a live screen, for screen readers
  --json                 with -p: { answer, made, session, model, usage, … }; a refusal has the
                         session as well, to go on with
  --out FILE             with -p: where the first thing that the model makes is written
  --data DIR             where the store is`,
  options: {
    print: { type: 'string', short: 'p' },
    resume: { type: 'string' },
    continue: { type: 'boolean' },
    model: { type: 'string' },
    plain: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    out: { type: 'string' },
  },
  run: async (invocation) => {
    const { flags, args, environment } = invocation;
    const question = flags.text('print');
    const isLive = environment.stdin.isTTY && process.stdout.isTTY;
    if (flags.on('json') && question === undefined && isLive)
      throw new UsageError('--json is for one question: percept -p QUESTION --json');
    if (question !== undefined || !isLive || args.length > 0) return once(question, invocation);
    checkGraphicsSetting(environment);
    return talk(invocation);
  },
};

async function talk(invocation: Invocation): Promise<Answer> {
  const { environment, flags, signal } = invocation;
  const { variables, platform } = environment;
  const surroundings = { variables, platform, isTerminal: true };
  await askForTrust(invocation);
  await using memory = await openWorkspace(invocation);
  await using senses = findSenses(environment);
  await using runtime = openRuntimeOf(invocation, memory, senses);
  const isPlain = flags.on('plain') || wantsLines(variables, platform);
  let id: string | undefined;
  if (isPlain) {
    const opened = await openChat(runtime, invocation);
    const write = (text: string): void => void process.stdout.write(text);
    const columns = (): number | undefined => process.stdout.columns;
    id = await runPlainChat({ ...opened, input: environment.stdin, write, signal, columns });
  } else {
    id = await runLiveChat({
      surroundings,
      input: environment.stdin,
      output: process.stdout,
      signal,
      open: (clipboard) => openChat(runtime, invocation, clipboard),
    });
  }
  return id === undefined
    ? said({ session: null }, '')
    : said({ session: id }, `Come back with: percept --resume ${id}`);
}

/** Colour may be off on a good terminal; a reader, a dumb terminal and CI get lines. */
function wantsLines(
  variables: Invocation['environment']['variables'],
  platform: NodeJS.Platform,
): boolean {
  const { NO_COLOR: _, PERCEPT_GRAPHICS: __, ...rest } = variables;
  const assessment = assess({ variables: rest, platform, isTerminal: true });
  return assessment.kind === 'decided' && assessment.graphics.protocol === 'none';
}

function openRuntimeOf(
  { environment: { workingDirectory: cwd, variables: env } }: Invocation,
  memory: Memory,
  { found: senses }: Senses,
): Runtime {
  return openRuntime({ cwd, env, memory, senses });
}

interface OpenedChat {
  readonly host: ChatHost;
  readonly conversation: Conversation;
  readonly resumed: boolean;
}

async function openChat(
  runtime: Runtime,
  { environment, flags }: Invocation,
  clipboard?: TerminalClipboard,
): Promise<OpenedChat> {
  const host = await openChatHost({
    runtime,
    environment,
    version: ownVersion(),
    terminal: clipboard && ((request) => clipboard.read(request)),
  }).catch(asFault);
  const wanted = flags.text('resume') ?? (flags.on('continue') ? await newest(host) : undefined);
  const conversation = orFault(await host.open(wanted));
  const model = flags.text('model');
  if (model !== undefined) orFault(await conversation.switchModel(model));
  return { host, conversation, resumed: wanted !== undefined };
}

/** A setting that cannot be used is no bug. */
function asFault(error: unknown): never {
  throw error instanceof RuntimeSetupError
    ? new FaultError(`${error.message} See: percept doctor`, { cause: error })
    : error;
}

async function newest(host: ChatHost): Promise<string | undefined> {
  const [first] = orFault(await host.list());
  return first?.id;
}

async function save(made: Attachment | undefined, path: string, memory: Memory): Promise<void> {
  const id = made && parseBlobId(made.id);
  if (!id?.ok) throw new RefusalError(nothingMade);
  orRefuse(await writeNewFile(path, orRefuse(await memory.get(id.value))));
}

const nothingMade: Refusal = {
  refused: 'absent',
  message: 'The model made nothing that could be written.',
  hint: 'Ask a model that draws or speaks, or leave out --out.',
};

/** Somebody sends something: `cat a.png | percept`, `percept < a.png`. */
function isPiped(): boolean {
  const stdin = fstatSync(0, { bigint: false });
  return stdin.isFIFO() || (stdin.isFile() && stdin.size > 0);
}

/** A question from the call or from a pipe; the answer on standard output, everything else on standard error. */
async function once(asked: string | undefined, invocation: Invocation): Promise<Answer> {
  const { args, flags, environment, signal } = invocation;
  const isTyped = asked !== undefined && asked !== '-';
  if (!isTyped && args.includes('-'))
    throw new UsageError('Standard input is the question or a file, not both.');
  if (isTyped && !args.includes('-') && isPiped())
    tell('Standard input is not read. Name it as a file: percept -p QUESTION -');
  const question = isTyped ? asked : await readWords(invocation);
  if (question.length > maxWordsChars)
    throw new UsageError('The question is longer than a million characters.');
  if (question.trim() === '' && args.length === 0)
    throw new UsageError(
      'There is no question: percept -p QUESTION [FILE …], or percept in a terminal.',
    );
  await using memory = await openWorkspace(invocation);
  await using senses = findSenses(environment);
  await using runtime = openRuntimeOf(invocation, memory, senses);
  if (flags.on('dry-run')) return await dryRun(runtime, question, invocation).catch(asFault);
  const { conversation } = await openChat(runtime, invocation);
  const { config } = await runtime.plan();
  if (config.project?.asks.length) for (const note of config.notes) tell(note);
  const isJson = flags.on('json');
  // A reader that went away (`| head`) wants no more: the turn ends as if it were cancelled.
  const unread = new AbortController();
  process.stdout.on('error', () => unread.abort());
  let answer = '';
  const made = new Map<string, { readonly one: Attachment; readonly alt: string }>();
  const ended = await answerOnce({
    conversation,
    text: question,
    files: args,
    signal: AbortSignal.any([signal, unread.signal]),
    write: (text) => {
      answer += text;
      if (!isJson) process.stdout.write(text);
    },
    remark: (line) => void process.stderr.write(`${line}\n`),
    made: (one, alt) => void made.set(one.id, { one, alt }),
  });
  const usage = ended?.usage;
  const turn = {
    end: ended?.end ?? 'failed',
    session: conversation.id,
    model: conversation.model?.name ?? null,
    usage: usage ? jsonOf({ ...usage, costUsd: usage.costUsd ?? null }) : null,
  };
  if (ended?.refusal) {
    const { refusal } = ended;
    // What was not even recorded has nothing to come back to.
    if (Iterator.from(conversation.history()).next().done) throw new RefusalError(refusal);
    if (!isJson) tell(`Come back with: percept --resume ${conversation.id}`);
    return { kind: 'refused', refusal, details: turn };
  }
  const [first] = made.values();
  const out = flags.text('out');
  if (out !== undefined) await save(first?.one, out, memory);
  return isJson
    ? said(
        {
          answer: answer.replace(/\n$/, ''),
          made: [...made.values()].map(({ one, alt }) => {
            const { id: sha256, name, kind, mime, bytes } = one;
            return { sha256, name, kind, mime, bytes, alt };
          }),
          ...turn,
        },
        '',
      )
    : nothing;
}
