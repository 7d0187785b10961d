// The two ways in which a pre-filter says no, worded the same way for every format: the file is broken, or the file is
// whole and costs more than the door pays.
import { overLimit } from '@percept/core/internal';
import { refuse, type DoorLimits, type Refused } from '@percept/core';

const saveAgain = 'Save or export the file again, and send that copy.';
const sendSmaller = 'Send a smaller version of the picture.';

export function corrupt(message: string, hint: string = saveAgain): Refused {
  return refuse({ refused: 'corrupt', message, hint });
}

export function unsupported(message: string, hint: string): Refused {
  return refuse({ refused: 'unsupported-type', message, hint });
}

/** What of a file is compared with the door's limits. */
export interface Cost {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly ancillaryBytes: number;
  readonly decoderBytes: number;
}

export function tooManyChunks(limits: Pick<DoorLimits, 'maxChunks'>, actual: number): Refused {
  return refuse(
    overLimit(
      'maxChunks',
      limits.maxChunks,
      actual,
      'Export the picture again without its extra parts.',
    ),
  );
}

export function tooManyFrames(limits: DoorLimits, actual: number): Refused {
  return refuse(
    overLimit(
      'maxFrames',
      limits.maxFrames,
      actual,
      'Send a shorter animation, or one still of it.',
    ),
  );
}

export function tooMuchMetadata(limits: DoorLimits, actual: number): Refused {
  const hint = 'Export the picture again without its metadata.';
  return refuse(overLimit('maxAncillaryBytes', limits.maxAncillaryBytes, actual, hint));
}

/** Refuses a picture by what its header promises; `undefined` means that the door takes it. */
export function overBounds(cost: Cost, limits: DoorLimits): Refused | undefined {
  const { width, height } = cost;
  if (width < 1 || height < 1) {
    return corrupt(`The header says ${width} × ${height} pixels, and a picture has at least one.`);
  }
  const edge = Math.max(width, height);
  if (edge > limits.maxSourceEdgePx) {
    return refuse(overLimit('maxSourceEdgePx', limits.maxSourceEdgePx, edge, sendSmaller));
  }
  if (width * height > limits.maxSourcePixels) {
    return refuse(
      overLimit('maxSourcePixels', limits.maxSourcePixels, width * height, sendSmaller),
    );
  }
  if (cost.frames > limits.maxFrames) return tooManyFrames(limits, cost.frames);
  if (cost.ancillaryBytes > limits.maxAncillaryBytes) {
    return tooMuchMetadata(limits, cost.ancillaryBytes);
  }
  if (cost.decoderBytes > limits.maxDecoderBytes) {
    return refuse(
      overLimit(
        'maxDecoderBytes',
        limits.maxDecoderBytes,
        cost.decoderBytes,
        'Send a smaller version, or save it without interlacing or progressive scans.',
      ),
    );
  }
  return undefined;
}

/** Says that so few bytes can never hold so many pixels, in the words that every format shares. */
export function cannotFill(width: number, height: number, pixelBytes: number): Refused {
  return corrupt(
    `The header says ${width} × ${height} pixels, and ${pixelBytes} bytes of picture data cannot fill them.`,
  );
}
