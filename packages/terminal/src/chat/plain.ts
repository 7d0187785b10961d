// The same chat in plain lines: for screen readers, terminals that can do nothing, and pipes. Not one escape sequence, and
// nothing is ever drawn over.
import {
  call,
  checkOptions,
  flag,
  group,
  has,
  listOf,
  maybe,
  signal as signalRule,
  text as textRule,
} from '@percept/core/internal/options';
import { waitFor } from '@percept/core/internal';
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { scopeWords } from '@percept/core/internal/permission';
import type { AskOptions, Attachment, ChatEvent, ChatHost, Conversation } from './conversation.ts';
import { describeImage } from '../words.ts';
import { ChatSession } from './chat-session.ts';
import { linesOf, safeLine } from './safe-text.ts';
import { asciiMarks, render, span } from './style.ts';

export interface PlainChatOptions {
  readonly host: ChatHost;
  readonly conversation: Conversation;
  readonly resumed: boolean;
  readonly input: Readable;
  readonly write: (text: string) => void;
  readonly signal: AbortSignal;
  /** Of the terminal that shows it, where there is one: a question is broken there by us, with room before every piece. */
  readonly columns?: (() => number | undefined) | undefined;
}

/** Plain text is broken by whoever shows it. */
const width = 10_000;

/**
 * A question, an answer, and so on until the input ends or the person leaves.
 *
 * @example await runPlainChat({ host, conversation, resumed: false, input: stdin, write: (text) => stdout.write(text), signal });
 */
export async function runPlainChat(options: PlainChatOptions): Promise<string> {
  checkOptions('runPlainChat', options, {
    host: group,
    conversation: group,
    resumed: flag,
    input: has('on'),
    write: call,
    signal: signalRule,
    columns: maybe(call),
  });
  const { host, conversation, input, write, signal } = options;
  const lines = createInterface({ input, terminal: false });
  const reader = lines[Symbol.asyncIterator]();
  const next = async (prompt: string): Promise<string | undefined> => {
    write(prompt);
    const line = await waitFor(reader.next(), { signal });
    if (line.kind === 'failed') throw line.error;
    return line.kind !== 'done' || line.value.done ? undefined : line.value.value;
  };
  const print = (text: string): void => write(`${text}\n`);
  // A line that was typed or pasted before cannot hold the number, so only an answer to this question is one.
  const permit: AskOptions['permit'] = async (permission) => {
    const code = String(randomInt(1000, 10_000));
    const words = ['yes', '2', '3'];
    permission.scopes.forEach((scope, at) =>
      print(safeLine(`${words[at] ?? ''} ${code}: ${scopeWords(permission, scope)}`)),
    );
    print('anything else: No');
    const said = (await next('? '))?.trim().toLowerCase().split(/\s+/);
    if (said?.length !== 2 || said[1] !== code) return 'denied';
    return permission.scopes[words.indexOf(said[0] ?? '')] ?? 'denied';
  };
  const session = new ChatSession({
    host,
    conversation,
    marks: asciiMarks,
    isEchoed: true,
    width: () => width,
    questionWidth: options.columns,
    output: {
      print: (all) => {
        for (const line of all) print(render(line, 'bare'));
      },
      picture: (picture, { worded }) => {
        if (!worded) print(render([span(describeImage(picture))], 'bare'));
      },
    },
    permit,
    onChange: () => {},
  });
  session.greet();
  if (options.resumed) session.replay();
  const stop = (): void => void session.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const text = await next('> ');
      if (text === undefined || (await session.submit(text)) === 'leave' || signal.aborted) break;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    session.cancel();
    lines.close();
  }
  return session.conversation.id;
}

export interface OnceOptions {
  readonly conversation: Conversation;
  readonly text: string;
  readonly files: readonly string[];
  readonly signal: AbortSignal;
  /** The answer, as it comes. */
  readonly write: (text: string) => void;
  /** What is about the answer and not part of it. */
  readonly remark: (line: string) => void;
  /** Told of everything that the model made, and again when there are better words for it. */
  readonly made?: (made: Attachment, words: string) => void;
}

/**
 * One question for a script: the answer and nothing else on the one stream, remarks on the other.
 *
 * @example await answerOnce({ conversation, text: 'What is this?', files: ['a.png'], signal, write, remark });
 */
export async function answerOnce(
  options: OnceOptions,
): Promise<(ChatEvent & { type: 'turn-ended' }) | undefined> {
  checkOptions('answerOnce', options, {
    conversation: has('take'),
    text: textRule,
    files: listOf(textRule),
    signal: signalRule,
    write: call,
    remark: call,
    made: maybe(call),
  });
  const { conversation, text, files, signal, write, remark, made } = options;
  const attachments = [];
  const refusals = [];
  for (const path of files) {
    for (const outcome of (await conversation.take({ kind: 'path', path }, signal)) ?? []) {
      if (!outcome.ok) {
        refusals.push(outcome.refusal);
        continue;
      }
      const { badges } = conversation.appraise(outcome.value);
      for (const badge of badges) remark(`${safeLine(outcome.value.name)} [${safeLine(badge)}]`);
      attachments.push(outcome.value);
    }
  }
  // Nothing is asked about a part of what was given, and whoever gave it hears of everything that is wrong with it.
  const [refusal, ...others] = refusals;
  for (const { message, hint } of others) remark(safeLine(`${message} ${hint}`));
  if (refusal) return { type: 'turn-ended', end: 'failed', usage: noUsage, refusal };
  let ended: (ChatEvent & { type: 'turn-ended' }) | undefined;
  let isWritten = false;
  const ask = { signal, permit: async () => 'denied' as const };
  for await (const event of conversation.ask(text, attachments, ask)) {
    switch (event.type) {
      case 'text-written':
        // Lines may be cut anywhere, so each piece is made safe by itself.
        write(linesOf(event.text).map(safeLine).join('\n'));
        isWritten = true;
        break;
      case 'tool-answered':
        remark(safeLine(`${event.failed ? 'failed: ' : ''}${event.title}`));
        break;
      case 'media-made':
        remark(
          safeLine(
            `made: ${event.made.name}, ${event.made.mime}, ${event.made.bytes} bytes, media:sha256-${event.made.id}`,
          ),
        );
        remark(safeLine(event.words));
        made?.(event.made, event.words);
        break;
      case 'made-described':
        remark(safeLine(event.words));
        made?.(event.made, event.words);
        break;
      case 'media-noticed':
        remark(safeLine(event.text));
        break;
      case 'turn-ended':
        ended = event;
        break;
      default:
        break;
    }
  }
  if (isWritten) write('\n');
  return ended;
}

const noUsage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  requests: 0,
  source: 'estimate',
  models: [],
} as const;
