// `listen`: what is in a sound. A model that hears gets the sound itself; for every other one somebody listens: the whole,
// a span of it, or an answer to a question.
import { call, checkOptions } from '@percept/core/internal/options';
import {
  accept,
  refuse,
  type AudioBlock,
  type BlobSource,
  type JsonObject,
  type Outcome,
} from '@percept/core';
import { isRecord, oneLine, quoted, readText } from '@percept/core/internal';
import type { HeldMedia } from '@percept/core/lens';
import { sniff } from '@percept/ingest';
import { resolveReference } from './reference.ts';
import { misused, type Tool } from './tool.ts';
import { checkWorkspace, type Workspace } from './workspace.ts';

export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Asked {
  readonly question?: string | undefined;
  readonly span?: Span | undefined;
}

/** Whoever listens for a model that does not hear: words that are fenced and say who listened. */
export type Listen = (
  sound: HeldMedia,
  asked: Asked,
  signal?: AbortSignal,
) => Promise<Outcome<string>>;

export interface Heard {
  /** The facts of the sound, in one line. */
  readonly caption: string;
  readonly block: AudioBlock<BlobSource>;
  /** Absent where the sound itself is handed over. */
  readonly words?: string;
}

export const listenSchema: JsonObject = {
  type: 'object',
  properties: {
    ref: { type: 'string', description: 'A path, media:sha256-… or attachment:NAME.' },
    span: {
      type: 'string',
      description: 'A part, in minutes and seconds: "0:30-1:15" (default: all of it).',
    },
    question: { type: 'string', description: 'What you want to know about the sound.' },
  },
  required: ['ref'],
  additionalProperties: false,
};

/**
 * The tool that puts a sound, or a span of it, into words.
 *
 * @example createListen(workspace, () => listen).run({ ref: 'call.wav', span: '0:30-1:15' })
 */
export function createListen(
  workspace: Workspace,
  listener: () => Listen | undefined,
): Tool<Heard> {
  checkWorkspace('createListen', workspace);
  checkOptions('createListen', { listener }, { listener: call });
  return {
    name: 'listen',
    description:
      'Hear a sound: what is said in it with times, a span of it, or the answer to a question about it. For pictures and documents use view.',
    capabilities: ['read'],
    inputSchema: listenSchema,
    run: async (input, options = {}) => {
      const asked = parseListenInput(input);
      if (!asked.ok) return asked;
      const { ref, question, span } = asked.value;
      const found = await resolveReference(workspace, ref, options);
      if (!found.ok) return found;
      const { bytes, name } = found.value;
      const { kind } = sniff(bytes);
      if (kind !== 'audio' && kind !== 'refused-audio') return refuse(noSound(ref));
      const { signal } = options;
      const origin = { kind: 'perception', ref } as const;
      const taken = await workspace.door.ingest(
        { kind: 'bytes', bytes, name },
        { expect: 'media', origin, signal },
      );
      if (!taken.ok) return taken;
      const { block } = taken.value;
      if (block.type !== 'audio') return refuse(noSound(ref));
      const caption = captionOf(ref, block, span);
      const hears = workspace.profile().audioTypes.some((type) => type === block.mime);
      const listen = listener();
      if (hears && (!span || !listen)) return accept({ caption, block });
      if (!listen) return refuse(nobodyListens);
      const held = await workspace.store.get(block.sha256);
      if (!held.ok) return held;
      const sound = { bytes: held.value, mime: block.mime, blob: block.sha256 };
      const told = await listen(sound, { question, span }, signal);
      return told.ok ? accept({ caption, block, words: told.value }) : told;
    },
  };
}

function parseListenInput(input: unknown): Outcome<Asked & { readonly ref: string }> {
  const fields = isRecord(input) ? input : {};
  const ref = readText(fields['ref']);
  if (!ref) return misused('listen', 'listen needs a ref.');
  const span = fields['span'] === undefined ? undefined : spanOf(readText(fields['span']) ?? '');
  if (span === null)
    return misused('listen', 'span is a beginning and an end, such as "0:30-1:15".');
  const question = readText(fields['question']);
  return accept({ ref, ...(span && { span }), ...(question && { question }) });
}

function spanOf(text: string): Span | null {
  const [, from = '', to = ''] = /^\s*([\d:.]+)\s*-\s*([\d:.]+)\s*$/.exec(text) ?? [];
  const [startMs, endMs] = [msOf(from), msOf(to)];
  return startMs === undefined || endMs === undefined || endMs <= startMs
    ? null
    : { startMs, endMs };
}

/** `1:02:03`, `2:03`, `75` or `75.5`. */
function msOf(text: string): number | undefined {
  if (!/^(\d{1,4}:){0,2}\d{1,6}(\.\d{1,3})?$/.test(text)) return undefined;
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round(seconds * 1_000);
}

export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function captionOf(ref: string, { mime, durationMs }: AudioBlock, span: Span | undefined): string {
  const facts = [
    `listen ${quoted(ref)}`,
    mime,
    ...(durationMs === undefined ? [] : [`${clock(durationMs)} long`]),
    ...(span ? [`asked for ${clock(span.startMs)} to ${clock(span.endMs)}`] : []),
  ];
  return `[${facts.join('; ')}]`;
}

function noSound(ref: string) {
  return {
    refused: 'unperceivable',
    message: `There is nothing to hear in ${oneLine(ref, 200)}.`,
    hint: 'view shows pictures and documents, read gives the text of a file.',
  } as const;
}

const nobodyListens = {
  refused: 'unavailable',
  message: 'Nobody here listens for this model.',
  hint: 'Set PERCEPT_AUDIO_MODEL to a model that hears, or to "local" after: percept models pull speech-en',
} as const;
