// From a client's blocks to parts of a record. Everything with bytes goes through the one intake; what it refuses becomes
// words, so that the turn goes on and the model knows what it was not shown. `data` wins over `uri`, which is never fetched.
import { isAbsolute } from 'node:path';
import { basename } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { overLimit, oneLine } from '@percept/core/internal';
import type { DoorInput } from '@percept/ingest';
import { sizeHint, type ImageSettings } from '../config/index.ts';
import type { AgentSession, PromptPart } from '../loop/index.ts';
import { takeIn, type IntakeParts } from '../prompt/intake.ts';
import { admitPictures } from '../prompt/message-room.ts';
import type { AcpLimits } from './limits.ts';
import { readBlock, rescueBlocks, type PromptBlock } from './prompt-block.ts';

export interface TakenPrompt {
  readonly parts: readonly PromptPart[];
  /** What the person should know: one sentence each. */
  readonly notices: readonly string[];
}

export interface PromptContext extends IntakeParts {
  readonly session: AgentSession;
  readonly limits: AcpLimits;
  /** Without it, what is usual. */
  readonly images?: ImageSettings | undefined;
  readonly signal: AbortSignal;
}

/** Refused only when the prompt as a whole is over a limit that was advertised. */
export async function takePrompt(
  blocks: readonly unknown[],
  context: PromptContext,
): Promise<Outcome<TakenPrompt>> {
  const read = blocks.map(readBlock).filter((block) => block !== undefined);
  if (read.length < blocks.length || read.length === 0) return refuse(unsupported);
  const known = read.flatMap((block) => (block.kind === 'text' ? rescueBlocks(block) : [block]));
  const rescued = known.length > read.length || known.some((block, at) => block !== read[at]);
  const over = overTotal(known, context.limits);
  if (over) return refuse(over);
  const taker = new Taker(context);
  for (const block of known) await taker.take(block);
  if (taker.parts.length === 0) return refuse(unsupported);
  const admitted = admitPictures(taker.parts, context.images);
  if (!admitted.ok) return admitted;
  if (rescued)
    taker.notices.push('The prompt arrived as JSON inside a text; its blocks were taken out.');
  return accept({ parts: taker.parts, notices: taker.notices });
}

const unsupported: Refusal = {
  refused: 'invalid-input',
  message: 'The prompt is empty, or holds a block of a kind that is not taken.',
  hint: 'Send text, image, audio, resource or resource_link blocks.',
};

function overTotal(
  blocks: readonly PromptBlock[],
  { maxTotalBytes: max }: AcpLimits,
): Refusal | undefined {
  const sizes = blocks.map((block) => ('data' in block ? rawBytes(block.data) : 0));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= max) return undefined;
  return overLimit('maxTotalBytes', max, bytes, 'Send fewer or smaller files at once.');
}

function rawBytes(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}

class Taker {
  readonly parts: PromptPart[] = [];
  readonly notices: string[] = [];
  readonly #context: PromptContext;
  #count = 0;

  constructor(context: PromptContext) {
    this.#context = context;
  }

  async take(block: PromptBlock): Promise<void> {
    switch (block.kind) {
      case 'text':
        if (block.text !== '') this.parts.push({ type: 'text', text: block.text });
        return;
      case 'image':
      case 'audio':
      case 'blob':
        return this.#takeData(block);
      case 'link':
        return this.#takeLink(block);
    }
  }

  async #takeData(block: Extract<PromptBlock, { data: string }>): Promise<void> {
    const { maxSourceBytes: maxBytes } = this.#context.door.limits;
    const bytes = rawBytes(block.data);
    if (bytes > maxBytes)
      return this.#say(
        this.#nameFor(block),
        overLimit('maxBytes', maxBytes, bytes, sizeHint({ maxBytes })),
      );
    await this.#take({ kind: 'inline', text: block.data }, block);
  }

  /** Only files in the session's folders that are looked at or heard; a text stays a mention that tools read, and nothing is fetched. */
  async #takeLink(block: Extract<PromptBlock, { kind: 'link' }>): Promise<void> {
    const { place } = this.#context.session;
    const path = pathOf(block.uri);
    if (path === undefined || !isMedia(block.mime, path)) return this.#mention(block, path);
    const access = { followLinks: 'inside-roots', roots: place.roots } as const;
    const taken = await this.#take({ kind: 'path', path, cwd: place.cwd, access }, block);
    // A tool may still do something with it.
    if (!taken) this.#mention(block, path);
  }

  #mention({ name, uri }: Extract<PromptBlock, { kind: 'link' }>, path: string | undefined): void {
    const text = `[linked by the user: ${oneLine(name, 200)} ${oneLine(path ?? uri, 1000)}]`;
    this.parts.push({ type: 'text', text });
  }

  async #take(input: DoorInput, block: PromptBlock): Promise<boolean> {
    const { signal, ...parts } = this.#context;
    const name = this.#nameFor(block);
    const mime = 'mime' in block ? block.mime : undefined;
    const claimsPicture = block.kind === 'image' && mime !== 'image/svg+xml';
    const taken = await takeIn(parts, input, { name, claimsPicture, signal });
    if (taken.ok) this.parts.push(taken.value.block);
    else this.#say(name, taken.refusal);
    return taken.ok;
  }

  #say(what: string, { message, hint }: Refusal): void {
    const words = `${oneLine(what)} was not taken: ${message} ${hint}`;
    this.parts.push({ type: 'text', text: `[${words}]` });
    this.notices.push(words);
  }

  #nameFor(block: PromptBlock): string {
    this.#count += 1;
    const uri = 'uri' in block ? (block.uri?.split(/[?#]/)[0] ?? '') : '';
    const given = basename(decoded(uri));
    return given === '' ? `${block.kind}-${this.#count}` : given;
  }
}

/** By what it is called: the intake judges the bytes. */
function isMedia(mime = '', path: string): boolean {
  return (
    /^(image|audio)\/|^application\/(pdf|x-ipynb\+json|vnd\.(oasis|openxmlformats-office))/.test(
      mime,
    ) ||
    /\.(png|jpe?g|gif|webp|avif|bmp|ico|tiff?|svg)$/i.test(path) ||
    /\.(wav|mp3|m4a|aac|ogg|oga|opus|flac|webm)$/i.test(path) ||
    /\.(pdf|ipynb|docx|xlsx|pptx|odt|ods|odp)$/i.test(path)
  );
}

/** A name in an address is percent-encoded; one that is not stays as it is. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function pathOf(uri: string): string | undefined {
  if (isAbsolute(uri)) return uri;
  if (!uri.startsWith('file:') || !URL.canParse(uri)) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
