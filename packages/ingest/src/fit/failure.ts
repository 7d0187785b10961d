// Whatever a decoder throws about its input becomes a refusal. Its text is untrusted: bounded, one line, printable.
import type { Refusal } from '@percept/core';
import { reasonOf } from '@percept/core/internal';

const hint = 'Open the picture in an image program and save it again.';

export function refusalOf(error: unknown): Refusal {
  const reason = reasonOf(error);
  if (/pixel limit/i.test(reason)) {
    return {
      refused: 'too-large',
      message: `The picture has too many pixels to decode: ${reason}.`,
      hint: 'Scale the picture down before it is given.',
    };
  }
  if (/out of memory|cannot allocate|bad_alloc|memory access|allocation/i.test(reason)) {
    return {
      refused: 'too-large',
      message: `The picture needs more memory than a decoder may have: ${reason}.`,
      hint: 'Scale the picture down, or save it without interlacing.',
    };
  }
  if (/unsupported image format|operation is blocked/i.test(reason)) {
    return { refused: 'unsupported-type', message: `No decoder takes this: ${reason}.`, hint };
  }
  return { refused: 'corrupt', message: `The picture cannot be decoded: ${reason}.`, hint };
}
