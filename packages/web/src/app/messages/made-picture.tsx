// A picture that the model made, with the one before it to compare: what "make it darker" changed is seen, not believed.
import type { ReactElement } from 'react';
import { isRecord, readCount, readText } from '@percept/core/internal';
import type { Envelope } from '@percept/core/envelope';
import type { AssetLink, Message, Turn } from '@percept/contract';
import { EnvelopeView } from '../parts/envelope.tsx';
import { CompareButton } from '../saw/compare.tsx';

interface MadePictureProps {
  readonly envelope: Envelope;
  readonly facts: Message['facts'];
  /** The newest picture that stands before it, whoever brought it. */
  readonly before: Envelope | undefined;
}

export function MadePicture({ envelope, facts, before }: MadePictureProps): ReactElement {
  return (
    <>
      <EnvelopeView envelope={envelope} facts={facts} />
      <CompareButton
        label="Compare with the picture before"
        name={envelope.meta.rendering?.title ?? 'Picture'}
        first={before && linkOf(before)}
        second={linkOf(envelope)}
        words={['Picture before', 'This picture']}
      />
    </>
  );
}

/** The newest picture of these messages that a person attached or a model made; what a tool looked at is neither. */
export function newestPicture(messages: readonly Message[]): Envelope | undefined {
  return messages
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .flatMap(({ envelopes }) => envelopes)
    .findLast(({ type }) => type === 'media.image');
}

/** For each turn the newest picture of those before it. */
export function picturesBefore(turns: readonly Turn[]): readonly (Envelope | undefined)[] {
  let newest: Envelope | undefined;
  return turns.map(({ messages }) => {
    const before = newest;
    newest = newestPicture(messages) ?? newest;
    return before;
  });
}

function linkOf({ payload, meta }: Envelope): AssetLink | undefined {
  const url = isRecord(payload) ? readText(payload['url']) : undefined;
  if (!isRecord(payload) || url === undefined) return undefined;
  const bytes = readCount(payload['bytes']);
  return {
    url,
    mime: readText(payload['mimeType']) ?? 'image',
    alt: meta.rendering?.alt ?? 'A picture',
    ...(bytes !== undefined && { bytes }),
  };
}
