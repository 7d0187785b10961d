// Content is drawn by the element that every other page can use as well: the app adds nothing to it.
import type { ReactElement } from 'react';
import type { Envelope } from '@percept/core/envelope';

export function EnvelopeView({ envelope }: { readonly envelope: Envelope }): ReactElement {
  return <media-envelope envelope={envelope} />;
}
