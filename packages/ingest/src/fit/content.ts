// What kind of picture this is, judged by its pixels and not by its file type: a screenshot saved as JPEG is still a
// screenshot, and a photograph saved as PNG is still a photograph.
import type { Pixels } from './pixels.ts';

export interface Content {
  /** `photo`: its neighbours differ and its colours are many. `graphic`: text, interfaces, drawings, charts, patterns. */
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

/** Over sampled rows. */
function survey({ data, width, height, channels }: Pixels): Survey {
  const stride = width * channels;
  const every = Math.max(1, Math.floor(height / sampledRows));
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0];
  const colours = new Set<number>();
  let isGrey = true;
  let same = 0;
  let seen = 0;
  let difference = 0;
  for (let row = 0; row < height; row += every) {
    const end = (row + 1) * stride;
    for (let at = row * stride; at < end; at += channels) {
      const [r, g, b] = [data[at] ?? 0, data[at + green] ?? 0, data[at + blue] ?? 0];
      const isFirst = at === row * stride;
      const equal =
        !isFirst &&
        r === data[at - channels] &&
        g === data[at + green - channels] &&
        b === data[at + blue - channels];
      if (!equal && colours.size <= fewColours) {
        colours.add((r << 16) | (g << 8) | b);
        isGrey &&= r === g && g === b;
      }
      if (isFirst) continue;
      seen += 1;
      if (equal) same += 1;
      else difference += Math.abs(g - (data[at + green - channels] ?? 0));
    }
  }
  const flat = seen === 0 ? 1 : same / seen;
  return { flat, activity: seen === 0 ? 0 : difference / seen, colours: colours.size, isGrey };
}
