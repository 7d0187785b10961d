// What kind of picture this is, judged by its pixels and not by its file type: a screenshot saved as JPEG is still a
// screenshot, and a photograph saved as PNG is still a photograph.
import type { Pixels } from './pixels.ts';

export interface Content {
  /** `graphic`: text, interfaces, drawings, charts. `photo`: everything whose neighbours differ. */
  readonly kind: 'graphic' | 'photo';
  /** What a PNG of it would weigh, known well enough not to make one that is thrown away. */
  readonly losslessBytes: number;
  /** How much a pixel differs from its left neighbour, on average: what a lossy encoder has to write down. */
  readonly activity: number;
}

/** A drawn surface repeats its left neighbour; sensor noise and film grain do not. */
const graphicShare = 0.4;
/** Measured over screenshots and photographs: a PNG weighs this for every pixel that differs from its neighbour. */
const bytesPerChange = 2.2;
/** Rows are sampled so that a large picture costs no more than a small one. */
const sampledRows = 256;

export function contentOf(pixels: Pixels): Content {
  const { flat, activity } = survey(pixels);
  return {
    kind: flat >= graphicShare ? 'graphic' : 'photo',
    losslessBytes: Math.round((1 - flat) * bytesPerChange * pixels.width * pixels.height),
    activity,
  };
}

/** Over sampled rows: the share of pixels that equal their left neighbour, and the mean difference in green. */
function survey(pixels: Pixels): { readonly flat: number; readonly activity: number } {
  const { data, width, height, channels } = pixels;
  const stride = width * channels;
  const every = Math.max(1, Math.floor(height / sampledRows));
  const green = channels >= 3 ? 1 : 0;
  let same = 0;
  let seen = 0;
  let difference = 0;
  for (let row = 0; row < height; row += every) {
    const end = (row + 1) * stride;
    for (let at = row * stride + channels; at < end; at += channels) {
      seen += 1;
      let equal = true;
      for (let channel = 0; channel < channels && equal; channel += 1) {
        equal = data[at + channel] === data[at + channel - channels];
      }
      if (equal) same += 1;
      else difference += Math.abs((data[at + green] ?? 0) - (data[at + green - channels] ?? 0));
    }
  }
  return seen === 0 ? { flat: 1, activity: 0 } : { flat: same / seen, activity: difference / seen };
}
