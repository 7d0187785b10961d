// Decoding happens once, fully and strictly: a warning of the decoder is an error, the pixel limit stands, only the
// first frame is read, and colour becomes 8-bit sRGB on the way. Shrink-on-load keeps large photographs cheap.
import { accept, fitSize, refuse, type Outcome, type Refusal, type Size } from '@percept/core';
import type { Metadata, Sharp } from 'sharp';
import { needsConversion } from './colour.ts';
import { orientedSize, readOrientation, storedRegion } from './orientation.ts';
import type { DecodeJob, Orientation, Region } from './picture.ts';
import { finish, type Pixels, type SharpFactory } from './pixels.ts';

export interface DecodeLimits {
  readonly maxSourcePixels: number;
}

export interface Decoded {
  /** As stored: not yet oriented, already resized. */
  readonly pixels: Pixels;
  readonly orientation: Orientation;
  /** The size of the whole picture as a person sees it. */
  readonly seen: Size;
  readonly colourConverted: boolean;
  readonly cropped: boolean;
  readonly resized: boolean;
}

export async function decode(
  factory: SharpFactory,
  job: DecodeJob,
  limits: DecodeLimits,
): Promise<Outcome<Decoded>> {
  const source = factory(job.bytes, {
    failOn: 'warning',
    limitInputPixels: limits.maxSourcePixels,
    sequentialRead: true,
    autoOrient: false,
    pages: 1,
  });
  const header = await source.metadata();
  // A GIF's frames may reach over the canvas that its header states; the decoder then widens the canvas.
  const agrees = header.width === job.width && header.height === job.height;
  if (!agrees && job.mime !== 'image/gif') return refuse(disagreement(job, header));
  // The probe may have read an orientation from a chunk that was stripped; where it saw none, the decoder may.
  const orientation =
    job.orientation === 1 ? (readOrientation(header.orientation) ?? 1) : job.orientation;
  const stored = { width: header.width, height: header.height };
  const seen = orientedSize(stored, orientation);
  const region = job.region && clip(job.region, seen);
  if (region && !region.ok) return region;
  const shown: Size = region?.value ?? seen;
  const fitted = fitSize(shown, job.target);
  const resized = fitted.width !== shown.width || fitted.height !== shown.height;

  let image: Sharp = source;
  if (region) image = image.extract({ ...storedRegion(region.value, stored, orientation) });
  if (resized) {
    const { width, height } = orientedSize(fitted, orientation);
    image = image.resize({ width, height, fit: 'fill', kernel: 'lanczos3' });
  }
  const pixels = await finish(image.toColourspace('srgb'));
  return accept({
    pixels,
    orientation,
    seen,
    colourConverted: needsConversion(header),
    cropped: shown.width !== seen.width || shown.height !== seen.height,
    resized,
  });
}

function clip(region: Region, seen: Size): Outcome<Region> {
  const { left, top, width, height } = region;
  const whole = [left, top, width, height].every((value) => Number.isSafeInteger(value));
  const inside = left >= 0 && top >= 0 && left + width <= seen.width && top + height <= seen.height;
  if (whole && inside && width > 0 && height > 0) return accept(region);
  return refuse({
    refused: 'invalid-input',
    message: `The region ${left},${top},${width},${height} is not inside a picture of ${seen.width}x${seen.height}.`,
    hint: 'Give left, top, width and height in whole pixels of the upright picture.',
  });
}

function disagreement(job: DecodeJob, header: Metadata): Refusal {
  return {
    refused: 'corrupt',
    message: `The header says ${job.width}x${job.height}, and the decoder found ${header.width}x${header.height}.`,
    hint: 'Open the picture in an image program and save it again.',
  };
}
