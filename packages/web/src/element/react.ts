// `import type {} from '@percept/web/react'` tells React's JSX of `<media-envelope>`. Types alone: nothing of it runs.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { MediaEnvelopeAttributes, MediaEnvelopeListeners } from './attributes.ts';
import type { MediaEnvelope } from './media-envelope.ts';

/** `<media-envelope>` in React's JSX. */
export type MediaEnvelopeProps = DetailedHTMLProps<HTMLAttributes<MediaEnvelope>, MediaEnvelope> &
  MediaEnvelopeAttributes &
  MediaEnvelopeListeners<'on'>;

declare module 'react' {
  // The way that React's own types are extended.
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'media-envelope': MediaEnvelopeProps;
    }
  }
}
