// The attachments of a prompt in the form that the model takes: what a user's message names by reference is replaced by what
// the rule table says for this model, in the spelling of the SDK's generation.
import { inside, isRecord, readText, requestTarget } from '@percept/core/internal';
import {
  mediaUrl,
  parseMediaUrl,
  type BlobId,
  type FitTarget,
  type ModelProfile,
  type StoredBlock,
} from '@percept/core';
import type { PresentedPart, Presenter } from '../prompt/present.ts';

export interface PresentRequest {
  readonly presenter: Presenter;
  readonly profile: ModelProfile;
  /** What was attached under this hash and name. */
  readonly attached: (blob: BlobId, name: string | undefined) => StoredBlock | undefined;
  readonly signal: AbortSignal | undefined;
}

export async function presentPrompt(
  messages: readonly unknown[],
  request: PresentRequest,
): Promise<readonly unknown[]> {
  const targetFor = (prompt: readonly unknown[]) => requestTarget(request.profile, mediaIn(prompt));
  const presentFor = (target: FitTarget): Promise<readonly unknown[]> =>
    Promise.all(messages.map((message) => presentMessage(message, request, target)));
  const few = targetFor(messages);
  const presented = await presentFor(few);
  // Pages of documents may be what makes the pictures too many for their size.
  const target = targetFor(presented);
  return target.maxEdgePx === few.maxEdgePx ? presented : presentFor(target);
}

/** As many pictures as the prompt may hold. */
function mediaIn(messages: readonly unknown[]): number {
  const contents = messages.flatMap((message) => inside(message, 'content'));
  return contents.filter((part) => inside(part, 'type') === 'file').length;
}

async function presentMessage(
  message: unknown,
  { presenter, profile, attached, signal }: PresentRequest,
  target: FitTarget,
): Promise<unknown> {
  if (!isRecord(message) || message['role'] !== 'user') return message;
  const { content } = message;
  if (!Array.isArray(content)) return message;
  const parts: readonly unknown[] = content;
  const found = new Map<unknown, StoredBlock>();
  for (const part of parts) {
    const block = blockOf(part, attached);
    if (block) found.set(part, block);
  }
  if (found.size === 0) return message;
  const presented = await presenter.message([...found.values()], { profile, target, signal });
  const replaced = parts.flatMap((part) => {
    const block = found.get(part);
    if (!block) return [part];
    return (presented.get(block)?.parts ?? []).map((one) => written(one, part));
  });
  return { ...message, content: replaced };
}

function blockOf(part: unknown, attached: PresentRequest['attached']): StoredBlock | undefined {
  if (!isRecord(part) || part['type'] !== 'file') return undefined;
  const { data } = part;
  const address = data instanceof URL ? data : isRecord(data) ? data['url'] : undefined;
  const blob = parseMediaUrl(String(address));
  return blob.ok ? attached(blob.value, readText(part['filename'])) : undefined;
}

/** Older generations write an address bare, the newest one tags it. */
function written(part: PresentedPart, like: unknown): unknown {
  if (part.type === 'text') return part;
  const url = new URL(mediaUrl(part.blob));
  const isBare = isRecord(like) && like['data'] instanceof URL;
  return {
    type: 'file',
    mediaType: part.mime,
    data: isBare ? url : { type: 'url', url },
    filename: part.name,
  };
}
