// What a server's tool returned, as content of the record: pictures and sounds through the door, texts fenced, and everything
// that is left out named in words. A block that is odd costs itself and nothing else.
import { fenced, isJson, oneLine, readList, type Fields } from '@percept/core/internal';
import { accept, type Outcome, type StoredBlock, type ToolResultPart } from '@percept/core';
import type { Door, DoorInput } from '@percept/ingest';
import { readBlock, type PromptBlock } from '../acp/prompt-block.ts';
import { withoutPayloads } from '../loop/payload.ts';
import type { ToolAnswer } from '../loop/toolbox.ts';
import type { ClientServerLimits } from './limits.ts';

type Content = ToolResultPart['content'][number];
type MediaBlock = Extract<PromptBlock, { data: string }>;

export interface ResultContext {
  /** As the model calls it. */
  readonly tool: string;
  readonly door: Door;
  readonly limits: ClientServerLimits;
  readonly signal?: AbortSignal | undefined;
}

export async function readResult(result: Fields, context: ResultContext): Promise<ToolAnswer> {
  const blocks = readList(result['content']);
  const reader = new ResultReader(context);
  const isFailed = result['isError'] === true;
  if (isFailed) reader.say('the tool reported an error');
  for (const block of blocks) await reader.take(block);
  const { structuredContent } = result;
  const hasText = blocks.some((block) => readBlock(block)?.kind === 'text');
  if (isJson(structuredContent) && !hasText) {
    // Servers say the same once more in this place, pictures included.
    const said = JSON.stringify(structuredContent, (_, value: unknown) =>
      typeof value === 'string' && reader.hasSeen(value) ? '(as above)' : value,
    );
    reader.write(said);
  }
  const content = reader.finish();
  return { outcome: isFailed ? 'failed' : 'succeeded', content };
}

interface ShownMedia {
  readonly tool: string;
  readonly door: Door;
  readonly signal: AbortSignal | undefined;
  readonly expect: 'image' | 'audio' | 'media';
  /** A drawing has no pixels yet: kept as it is, and seen with view. Default: yes. */
  readonly keepsDrawings?: boolean;
}

/** A line of facts and the media. Kept under its hash: looking again shows the same pixels, whatever the tool shows by then. */
export async function shownMedia(
  input: DoorInput,
  { tool, door, signal, expect, keepsDrawings = true }: ShownMedia,
): Promise<Outcome<readonly Content[]>> {
  const origin = { kind: 'attachment', name: tool } as const;
  let taken = await door.ingest(input, { origin, expect, signal });
  if (keepsDrawings && !taken.ok && taken.refusal.refused === 'needs-render')
    taken = await door.ingest(input, { origin, expect: 'file', signal });
  if (!taken.ok) return taken;
  const { block } = taken.value;
  const ref = block.original?.sha256 ?? block.sha256;
  const again = block.type === 'audio' ? '' : `; view with ref "${ref}" shows it again`;
  return accept([
    { type: 'text', text: `[${factsOf(block)} from ${tool}${again}]` },
    { ...block, origin: { kind: 'perception', ref } },
  ]);
}

/** Of the fence, so that many small texts are no way around the limit. */
const fenceChars = 80;

class ResultReader {
  readonly #context: ResultContext;
  readonly #content: Content[] = [];
  #chars = 0;
  #media = 0;
  #leftOut = 0;
  readonly #seen = new Set<string>();

  constructor(context: ResultContext) {
    this.#context = context;
  }

  async take(value: unknown): Promise<void> {
    const block = readBlock(value);
    switch (block?.kind) {
      case undefined:
        this.#leftOut += 1;
        return;
      case 'text':
        return this.write(block.text);
      case 'link': {
        const { name, uri, mime } = block;
        const type = mime === undefined ? '' : `, ${oneLine(mime)}`;
        return this.#note(
          `a resource of the server: ${oneLine(name)}, ${oneLine(uri, 500)}${type}`,
        );
      }
      case 'image':
      case 'audio':
      case 'blob':
        return this.#see(block);
    }
  }

  hasSeen(data: string): boolean {
    return this.#seen.has(data);
  }

  write(text: string): void {
    const { tool, limits } = this.#context;
    const room = limits.maxTextCharsPerResult - this.#chars;
    if (text.trim() === '') return;
    if (room <= fenceChars) {
      this.#leftOut += 1;
      return;
    }
    const said = fenced(tool, withoutPayloads(text), room);
    this.#chars += said.length;
    this.#content.push({ type: 'text', text: said });
  }

  say(words: string): void {
    this.#content.push({ type: 'text', text: `[${words}]` });
  }

  finish(): readonly Content[] {
    if (this.#leftOut > 0) this.say(`${this.#leftOut} further parts of the result were left out`);
    if (this.#content.length === 0) this.say('the tool returned nothing');
    return this.#content;
  }

  /** One of many, perhaps: it counts. */
  #note(words: string): void {
    this.#chars += words.length;
    if (this.#chars > this.#context.limits.maxTextCharsPerResult) this.#leftOut += 1;
    else this.say(words);
  }

  async #see(block: MediaBlock): Promise<void> {
    const { limits, door, signal, tool } = this.#context;
    this.#media += 1;
    this.#seen.add(block.data);
    if (this.#media > limits.maxMediaPerResult) {
      this.#leftOut += 1;
      return;
    }
    const input: DoorInput = { kind: 'inline', text: block.data };
    const shown = await shownMedia(input, {
      tool,
      door,
      signal,
      expect: expectationOf(block),
      keepsDrawings: block.mime === 'image/svg+xml',
    });
    if (shown.ok) this.#content.push(...shown.value);
    else {
      const { message, hint } = shown.refusal;
      this.#note(`${nouns[block.kind]} from ${tool} was not taken: ${message} ${hint}`);
    }
  }
}

/** As the server calls it: what is called a picture or a sound and is none is no document to keep. */
function expectationOf({ kind, mime }: MediaBlock): 'image' | 'audio' | 'media' {
  if (kind !== 'blob') return kind;
  return mime?.startsWith('audio/') === true ? 'audio' : 'media';
}

const nouns = { image: 'a picture', audio: 'a sound', blob: 'a file' } as const;

function factsOf(block: StoredBlock): string {
  switch (block.type) {
    case 'image': {
      const { width, height, original } = block;
      const isReduced = original?.width !== undefined && original.width !== width;
      const from = isReduced ? `, reduced from ${original.width}×${original.height}` : '';
      return `a picture of ${width}×${height}${from}`;
    }
    case 'audio':
      return `a sound (${block.mime})`;
    case 'file':
      return `a file (${oneLine(block.mime)})`;
  }
}
