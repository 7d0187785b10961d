// Before a request is lowered, what its model does not take is put into words: planned in the order of the budget (this
// turn's media first), then looked at. The lens finds every word waiting, so no deadline but the look's own can cut it.
import { sees, type BlobId, type ModelProfile, type Outcome } from '@percept/core';
import type { HeldMedia, Media, MediaPort } from '@percept/core/lens';
import { blobIdOf } from '../tools/reference.ts';
import { heldMedia, mediaOfPrompt } from './media-slots.ts';
import type { Plan, Wanted } from './turn.ts';

export interface AheadParts {
  readonly profile: ModelProfile;
  readonly port: Pick<MediaPort, 'resolve'>;
  readonly plan: (wanted: readonly Wanted[]) => Promise<readonly Plan[]>;
  /** Without it nobody looks: a dry run. */
  readonly describe?: ((media: HeldMedia) => Promise<Outcome<unknown>>) | undefined;
}

/** @example await describeAhead(prompt, { profile, port, plan, describe }) */
export async function describeAhead(
  messages: readonly unknown[],
  { profile, port, plan, describe }: AheadParts,
): Promise<ReadonlyMap<BlobId, Plan>> {
  const wanted = new Map<BlobId, Media>();
  const { now, earlier } = mediaOfPrompt(messages);
  for (const media of [...now, ...earlier]) {
    if (takes(profile, media)) continue;
    const blob = await blobOf(media, port);
    if (blob !== undefined && !wanted.has(blob)) wanted.set(blob, media);
  }
  const list = [...wanted];
  const plans = await plan(
    list.map(([blob, media]) => ({ blob, kind: media.kind, earlier: !now.includes(media) })),
  );
  const byBlob = new Map(list.flatMap(([blob], at) => (plans[at] ? [[blob, plans[at]]] : [])));
  if (!describe) return byBlob;
  // Local eyes look at one after the other: in parallel, each would spend its time waiting for the rest.
  let device: Promise<unknown> = Promise.resolve();
  const looks: Promise<unknown>[] = [];
  for (const [blob, media] of list) {
    const planned = byBlob.get(blob);
    if (planned?.state !== 'look') continue;
    const look = async (): Promise<void> => {
      const held = await heldMedia(media, port);
      if (held) await describe({ ...held, blob });
    };
    if (planned.by.place === 'remote') looks.push(look());
    else looks.push((device = device.then(look)));
  }
  await Promise.all(looks);
  return byBlob;
}

function takes(profile: ModelProfile, { kind, mime }: Media): boolean {
  switch (kind) {
    case 'image':
      return sees(profile);
    case 'audio':
      return profile.audioTypes.some((type) => type === mime);
    case 'file':
      return true;
  }
}

async function blobOf(media: Media, port: Pick<MediaPort, 'resolve'>): Promise<BlobId | undefined> {
  if (media.data.kind === 'blob') return media.data.blob;
  const held = await heldMedia(media, port);
  return held && blobIdOf(held.bytes);
}
