// A block of the record as the chat shows it, and what it will mean for the model that is asked.
import {
  estimateImageTokens,
  fitSize,
  fitTarget,
  sees,
  type Size,
  type StoredBlock,
} from '@percept/core';
import { isConsented, type LoopModel } from '@percept/agent';
import type { RuntimePlan } from '@percept/agent/runtime';
import type { Appraisal, Attachment, Picture } from '@percept/terminal/chat';

export function pictureOf(block: StoredBlock, name: string): Picture | undefined {
  if (block.type !== 'image') return undefined;
  const { sha256, width, height, mime, bytes } = block;
  return { id: sha256, width, height, mime, bytes, name };
}

export function attachmentOf(block: StoredBlock): Attachment {
  const name = nameOf(block);
  const picture = pictureOf(block, name);
  const { original } = block;
  const wasLarger = picture && original?.width && original.height && original.width > picture.width;
  return {
    id: block.sha256,
    name,
    kind: block.type,
    mime: block.mime,
    bytes: block.bytes,
    ...(picture && { picture }),
    ...(wasLarger && { original: { width: original.width ?? 0, height: original.height ?? 0 } }),
  };
}

export function nameOf({ origin, type }: StoredBlock): string {
  return (origin.kind === 'attachment' ? origin.name : origin.ref) ?? type;
}

export function appraise(
  attachment: Attachment,
  model: LoopModel | undefined,
  plan: RuntimePlan,
): Appraisal {
  const { kind, picture, original } = attachment;
  const badges = original ? ['downscaled'] : [];
  const takes = model && takesNatively(kind, model);
  if (kind !== 'file' && !takes) badges.push(routeBadge(kind, model, plan));
  if (!picture || !model || !takes) return { badges };
  const seen = fitSize(picture, fitTarget(model.profile));
  if (!original && seen.width < picture.width) badges.unshift('downscaled');
  return { badges, estimatedTokens: tokensOf(model, seen) };
}

/** Seed 002: "a labelled estimate (ceil(w * h / 750) …)", where the provider publishes nothing better. */
function tokensOf({ profile }: LoopModel, { width, height }: Size): number {
  const known = estimateImageTokens(profile.image.tokens, { width, height });
  return known ?? Math.min(usualImageTokens, Math.ceil((width * height) / pixelsPerToken));
}

const pixelsPerToken = 750;
const usualImageTokens = 1_600;

function takesNatively(kind: Attachment['kind'], { profile }: LoopModel): boolean {
  return kind === 'image' ? sees(profile) : kind === 'audio' && profile.audioTypes.length > 0;
}

/** Who looks or listens instead, as the bridge will choose. */
function routeBadge(
  kind: 'image' | 'audio',
  model: LoopModel | undefined,
  plan: RuntimePlan,
): string {
  const { routing } = plan;
  if (!plan.describes(kind, model)) return 'the model is only told that it is there';
  if (!model) return 'described by local eyes';
  const by = routing.describers.find(
    ({ kinds, place, host }) =>
      kinds.includes(kind) &&
      (place === 'device' || host === model.host || isConsented(host, routing.consent)),
  );
  return `described by ${by?.model ?? 'local eyes'}`;
}
