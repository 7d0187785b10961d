// The two ways in which a pre-filter says no, worded the same way for every format: the file is broken, or the file is
// whole and costs more than the door pays.
import { overLimit } from '@percept/core/internal';
import { refuse, type DoorLimits, type Refused, type Size } from '@percept/core';

const saveAgain = 'Save or export the file again, and send that copy.';

export function corrupt(message: string, hint: string = saveAgain): Refused {
  return refuse({ refused: 'corrupt', message, hint });
}

export function unsupported(message: string, hint: string): Refused {
  return refuse({ refused: 'unsupported-type', message, hint });
}

/** What of a file is compared with the door's limits. */
export interface Cost extends Size {
  readonly frames: number;
  readonly ancillaryBytes: number;
  readonly decoderBytes: number;
}

const sendSmaller = 'Send a smaller version of the picture.';
const hints = {
  maxSourceEdgePx: sendSmaller,
  maxSourcePixels: sendSmaller,
  maxFrames: 'Send a shorter animation, or one still of it.',
  maxAncillaryBytes: 'Export the picture again without its metadata.',
  maxDecoderBytes: 'Send a smaller version, or save it without interlacing or progressive scans.',
  maxChunks: 'Export the picture again without its extra parts.',
} as const;

type Bound = keyof typeof hints;

export function tooMuch<N extends Bound>(
  name: N,
  limits: Readonly<Record<N, number>>,
  actual: number,
): Refused {
  return refuse(overLimit(name, limits[name], actual, hints[name]));
}

/** Refuses a picture by what its header promises; `undefined` means that the door takes it. */
export function overBounds(cost: Cost, limits: DoorLimits): Refused | undefined {
  const { width, height } = cost;
  if (width < 1 || height < 1)
    return corrupt(`The header says ${width} × ${height} pixels, and a picture has at least one.`);
  const costs: readonly (readonly [Bound, number])[] = [
    ['maxSourceEdgePx', Math.max(width, height)],
    ['maxSourcePixels', width * height],
    ['maxFrames', cost.frames],
    ['maxAncillaryBytes', cost.ancillaryBytes],
    ['maxDecoderBytes', cost.decoderBytes],
  ];
  const over = costs.find(([name, actual]) => actual > limits[name]);
  return over && tooMuch(over[0], limits, over[1]);
}

/** Says that so few bytes can never hold so many pixels, in the words that every format shares. */
export function cannotFill(width: number, height: number, pixelBytes: number): Refused {
  return corrupt(
    `The header says ${width} × ${height} pixels, and ${pixelBytes} bytes of picture data cannot fill them.`,
  );
}
