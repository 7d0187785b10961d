// What a page may write on `<media-envelope>`, for the compilers of JSX. The element itself takes anything and says what is wrong.
import type { EnvelopeEvents } from './events.ts';

/** Attributes of `<media-envelope>` beside those of every element. */
export interface MediaEnvelopeAttributes {
  /** An envelope, or its JSON text (React 18 passes text alone). */
  readonly envelope?: unknown;
  /** Origins whose media loads without asking; a text has blanks between them. */
  readonly origins?: readonly string[] | string;
  readonly lineNumbers?: boolean;
  readonly 'line-numbers'?: boolean;
  readonly width?: number;
  readonly height?: number;
}

/** Listeners as JSX names them behind `Prefix`: `on` in React 19 and Preact, `on:` in Solid. */
export type MediaEnvelopeListeners<Prefix extends string> = {
  readonly [Name in keyof EnvelopeEvents as `${Prefix}${Name}`]?: (
    event: CustomEvent<EnvelopeEvents[Name]>,
  ) => void;
};
