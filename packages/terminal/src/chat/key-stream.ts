// The keys as a stream that Ink takes for a keyboard. Raw mode is the terminal session's own and is never touched by Ink:
// whoever restores the terminal must be the one who changed it.
import { PassThrough, type Readable } from 'node:stream';

export class KeyStream extends PassThrough {
  readonly isTTY = true;

  constructor(keys: Readable) {
    super();
    keys.pipe(this);
  }

  setRawMode(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
