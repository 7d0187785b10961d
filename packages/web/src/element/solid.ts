// `import type {} from '@percept/web/solid'` tells Solid's JSX of `<media-envelope>`. Types alone: nothing of it runs.
import type { JSX } from 'solid-js';
import type { MediaEnvelopeAttributes, MediaEnvelopeListeners } from './attributes.ts';
import type { MediaEnvelope } from './media-envelope.ts';

/** `<media-envelope>` in Solid's JSX. */
export type MediaEnvelopeProps = JSX.HTMLAttributes<MediaEnvelope> &
  MediaEnvelopeAttributes &
  MediaEnvelopeListeners<'on:'>;

declare module 'solid-js' {
  // The way that Solid's own types are extended.
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'media-envelope': MediaEnvelopeProps;
    }
  }
}
