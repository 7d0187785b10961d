// One isolated decoder seen from outside, whatever it is made of: frames go in and come out, it can be ended, and its
// end is always noticed. A link never throws at its owner.
import type { Frame } from './frame.ts';

export interface Ending {
  /** A bounded sentence about how. */
  readonly words: string;
  /**
   * It ended by itself, because this system does not let it run. Otherwise it was killed, stopped, slow or out of resources:
   * that says nothing about what this system can do, so nobody may take it as a reason for less isolation.
   */
  readonly isDenial: boolean;
}

export interface LinkEvents {
  readonly onFrame: (frame: Frame) => void;
  /** It said something that is not a frame. */
  readonly onGarbage: () => void;
}

export interface Link {
  /** The body may come in parts, in order. */
  send(head: object, body: Uint8Array | readonly Uint8Array[]): void;
  /** Ask it to end when it is done; it is idle when this is called. */
  end(): void;
  /** End it now, whatever it does. */
  kill(): void;
  /** Resolves once, when it is gone. */
  readonly gone: Promise<Ending>;
  /** The most that it may answer now; the owner sets it per job. */
  maxAnswerBytes: number;
}

export type LinkFactory = (events: LinkEvents) => Link;
