// `import type {} from '@percept/web/preact'` tells Preact's JSX of `<media-envelope>`. Types alone: nothing of it runs.
import type { HTMLAttributes } from 'preact';
import type { MediaEnvelopeAttributes, MediaEnvelopeListeners } from './attributes.ts';
import type { MediaEnvelope } from './media-envelope.ts';

/** `<media-envelope>` in Preact's JSX. */
export type MediaEnvelopeProps = HTMLAttributes<MediaEnvelope> &
  MediaEnvelopeAttributes &
  MediaEnvelopeListeners<'on'>;

declare module 'preact' {
  // The way that Preact's own types are extended.
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'media-envelope': MediaEnvelopeProps;
    }
  }
}
