// One isolated decoder seen from outside, whatever it is made of: frames go in and come out, it can be ended, and its
// end is always noticed. A link never throws at its owner.
import type { Frame } from './frame.ts';

export interface LinkEvents {
  readonly onFrame: (frame: Frame) => void;
  /** It said something that is not a frame. */
  readonly onGarbage: () => void;
}

export interface Link {
  send(head: object, body: Uint8Array): void;
  /** Ask it to end when it is done; it is idle when this is called. */
  end(): void;
  /** End it now, whatever it does. */
  kill(): void;
  /** Resolves once, when it is gone, with a bounded sentence about how. */
  readonly gone: Promise<string>;
  /** The most that it may answer now; the owner sets it per job. */
  maxAnswerBytes: number;
}

export type LinkFactory = (events: LinkEvents) => Link;
