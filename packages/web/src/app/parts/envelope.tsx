// Content is drawn by the element that every other page can use as well: the app adds nothing to it.
import type { ReactElement } from 'react';
import type { Message } from '@percept/contract';
import type { Envelope } from '@percept/core/envelope';

/** One after the other. */
export function Envelopes({
  envelopes,
  facts,
}: {
  readonly envelopes: readonly Envelope[];
  readonly facts?: Message['facts'];
}): ReactElement {
  return (
    <>
      {envelopes.map((envelope) => (
        <EnvelopeView key={envelope.envelopeId} envelope={envelope} facts={facts} />
      ))}
    </>
  );
}

interface EnvelopeViewProps {
  readonly envelope: Envelope;
  /** Of the message that it stands in: the room of a picture is known before its pixels. */
  readonly facts?: Message['facts'];
}

export function EnvelopeView({ envelope, facts }: EnvelopeViewProps): ReactElement {
  const { width, height } = facts?.[envelope.envelopeId] ?? {};
  const size = width !== undefined && height !== undefined && { width, height };
  return <media-envelope envelope={envelope} {...size} />;
}
