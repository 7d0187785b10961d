// From words and uploads to the parts of a message: what a model takes itself goes as it is, and a document that it does
// not take goes as the pages that were drawn of it. Limits are checked before anything is recorded.
import type { LoopModel, PromptPart } from '@percept/agent';
import {
  accept,
  admitToMessage,
  overLimit,
  refuse,
  type Outcome,
  type StoredBlock,
} from '@percept/core';
import type { NewTurn } from './contract.ts';
import type { WebLimits } from './limits.ts';
import { attachmentName } from './take-upload.ts';
import type { HeldUpload } from './upload-store.ts';

export interface ComposeContext {
  readonly model: LoopModel | undefined;
  readonly limits: WebLimits;
  /** Names that the conversation has given away already. */
  readonly isTaken: (name: string) => boolean;
}

export function composePrompt(
  { text }: Pick<NewTurn, 'text'>,
  uploads: readonly HeldUpload[],
  context: ComposeContext,
): Outcome<readonly PromptPart[]> {
  const { limits, model } = context;
  if (text.length > limits.maxTextChars) {
    const hint = 'Attach the text as a file instead.';
    return refuse(overLimit('maxTextChars', limits.maxTextChars, text.length, hint));
  }
  if (text.trim() === '' && uploads.length === 0) return refuse(nothingSaid);
  const names = new Set<string>();
  const media: StoredBlock[] = [];
  for (const upload of uploads) {
    const name = freshName(attachmentName(upload.name), (n) => names.has(n) || context.isTaken(n));
    names.add(name);
    media.push(named(upload.block, name));
    const takesFile = model?.profile.fileTypes.includes(upload.block.mime) === true;
    if (!takesFile) for (const page of upload.pages) media.push(named(page, name));
  }
  // A document beside its pages is kept for looking again and is not sent: it has no share in the limit.
  const sent = media.filter((block) => block.type !== 'file');
  const admitted = admitToMessage(sent, {
    maxImagesPerMessage: limits.maxImagesPerMessage,
    maxBytesPerMessage: limits.maxBytesPerMessage,
    maxImageBytes: limits.maxBytesPerMessage,
    maxEdgePx: Infinity,
  });
  if (!admitted.ok) return admitted;
  const words: PromptPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  return accept([...media, ...words]);
}

function named<Block extends StoredBlock>(block: Block, name: string): Block {
  const { origin } = block;
  return origin.kind === 'attachment'
    ? { ...block, origin: { ...origin, name } }
    : { ...block, origin: { ...origin, ref: `attachment:${name}` } };
}

function freshName(base: string, isTaken: (name: string) => boolean): string {
  let name = base;
  for (let next = 2; isTaken(name); next++) name = `${next}-${base}`;
  return name;
}

const nothingSaid = {
  refused: 'invalid-input',
  message: 'The message is empty.',
  hint: 'Write something, or attach a file.',
} as const;
