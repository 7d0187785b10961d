// `import '@percept/web'` makes `<media-envelope>` known to the page.
import { MediaEnvelope } from './media-envelope.ts';

export { MediaEnvelope } from './media-envelope.ts';
export type { EnvelopeEvents } from './events.ts';

declare global {
  interface HTMLElementTagNameMap {
    'media-envelope': MediaEnvelope;
  }
}

if (!customElements.get('media-envelope')) customElements.define('media-envelope', MediaEnvelope);
