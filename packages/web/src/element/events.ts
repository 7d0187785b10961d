// What the element tells its page. All of these bubble and cross shadow roots.

export interface EnvelopeEvents {
  /** A picture was enlarged, or is small again. */
  'envelope-zoom': { readonly open: boolean };
  /** Something cannot be shown; the reader sees the same words. */
  'envelope-error': { readonly reason: string };
  /** A reader asked for media of another host. Cancel it to keep it unloaded. */
  'envelope-foreign': { readonly host: string };
  /** A reader takes media along. */
  'envelope-save': { readonly name: string };
}

export type EnvelopeEventName = keyof EnvelopeEvents;

declare global {
  interface HTMLElementEventMap extends EnvelopeEventMap {}
  interface DocumentEventMap extends EnvelopeEventMap {}
}

type EnvelopeEventMap = { [Name in EnvelopeEventName]: CustomEvent<EnvelopeEvents[Name]> };
