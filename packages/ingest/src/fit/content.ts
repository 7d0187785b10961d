// What kind of picture this is, judged by its pixels and not by its file type: a screenshot saved as JPEG is still a
// screenshot, and a photograph saved as PNG is still a photograph.
import type { Pixels } from './pixels.ts';

export interface Content {
  /** `photo`: its neighbours differ and its colours are many. `graphic`: text, interfaces, drawings, charts, patterns. */
  readonly kind: 'graphic' | 'photo';
  /** What a PNG of it would weigh, known well enough not to make one that is thrown away. */
  readonly losslessBytes: number;
  /** Whether a palette may hold its colours. */
  readonly fewColours: boolean;
  /** How much a pixel differs from its left neighbour, on average: what a lossy encoder has to write down. */
  readonly activity: number;
}

/** A drawn surface repeats its left neighbour; sensor noise and film grain do not. */
const graphicShare = 0.4;
/** Measured over screenshots and photographs: a PNG weighs this for every pixel that differs from its neighbour. */
const bytesPerChange = 2.2;
/** Rows are sampled so that a large picture costs no more than a small one. */
const sampledRows = 128;
/** A palette holds them all. A grey photograph has no more either, so grey is a drawing only with far fewer shades. */
const fewColours = 256;
const fewShades = 32;

export function contentOf(pixels: Pixels): Content {
  const { flat, activity, colours, isGrey } = survey(pixels);
  const few = colours <= (isGrey ? fewShades : fewColours);
  const changes = few ? 1 : bytesPerChange;
  return {
    kind: few || flat >= graphicShare ? 'graphic' : 'photo',
    losslessBytes: Math.round((1 - flat) * changes * pixels.width * pixels.height),
    fewColours: colours <= fewColours,
    activity,
  };
}

interface Survey {
  /** The share of pixels that equal their left neighbour, and the mean difference in green. */
  readonly flat: number;
  readonly activity: number;
  /** Counted until there are too many. */
  readonly colours: number;
  readonly isGrey: boolean;
}

/** Over sampled rows. Numbers only: this runs for every picture, and a pixel that makes an object makes garbage. */
function survey({ data, width, height, channels }: Pixels): Survey {
  const stride = width * channels;
  const every = Math.max(1, Math.floor(height / sampledRows));
  const green = channels >= 3 ? 1 : 0;
  const blue = channels >= 3 ? 2 : 0;
  const colours = new Set<number>();
  let isGrey = true;
  let rows = 0;
  let same = 0;
  let difference = 0;
  for (let row = 0; row < height; row += every) {
    let before = -1;
    let greenBefore = 0;
    const end = (row + 1) * stride;
    for (let at = row * stride; at < end; at += channels) {
      const g = data[at + green] ?? 0;
      const colour = ((data[at] ?? 0) << 16) | (g << 8) | (data[at + blue] ?? 0);
      if (colour === before) {
        same += 1;
        continue;
      }
      if (before !== -1) difference += Math.abs(g - greenBefore);
      if (colours.size <= fewColours) {
        colours.add(colour);
        isGrey &&= colour === g * 0x01_01_01;
      }
      before = colour;
      greenBefore = g;
    }
    rows += 1;
  }
  const seen = rows * (width - 1);
  const flat = seen === 0 ? 1 : same / seen;
  return { flat, activity: seen === 0 ? 0 : difference / seen, colours: colours.size, isGrey };
}
