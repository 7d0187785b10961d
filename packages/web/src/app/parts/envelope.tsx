// Content is drawn by the element that every other page can use as well: the app adds nothing to it.
import type { ReactElement } from 'react';
import type { Envelope } from '@percept/core/envelope';

declare module 'react' {
  // The way that React's own types are extended.
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'media-envelope': { readonly envelope: Envelope; readonly class?: string };
    }
  }
}

export function EnvelopeView({ envelope }: { readonly envelope: Envelope }): ReactElement {
  return <media-envelope envelope={envelope} />;
}
