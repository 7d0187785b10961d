// How the weight of a picture follows its quality. For either encoder, log(bytes) is nearly a line over the logarithm of
// the quantiser step; the constants are fitted to screenshots, renders and photographs, and only save encodes: a wrong
// one costs another try, never a wrong answer.
import type { Content } from './content.ts';
import type { LossyType } from './encode.ts';

export interface Curve {
  /** The logarithm of the quantiser step at a quality of 1..100. */
  readonly stepAt: (quality: number) => number;
  readonly qualityAt: (step: number) => number;
  /** Bytes fall by this power of the step. */
  readonly slope: number;
  /** Bytes at quality 80, per pixel and per unit of activity. */
  readonly weight: number;
  /** Bytes fall by this power of the area. */
  readonly shrink: number;
}

const constants = {
  'image/webp': {
    graphic: { slope: 0.36, weight: 0.0145, shrink: 0.72 },
    photo: { slope: 1, weight: 0.019, shrink: 0.85 },
  },
  'image/jpeg': {
    graphic: { slope: 0.47, weight: 0.0235, shrink: 0.8 },
    photo: { slope: 0.85, weight: 0.025, shrink: 0.9 },
  },
} as const;

export function curveOf(type: LossyType, kind: Content['kind']): Curve {
  switch (type) {
    case 'image/webp':
      return { ...constants[type][kind], stepAt: webpStep, qualityAt: webpQuality };
    case 'image/jpeg':
      return { ...constants[type][kind], stepAt: jpegStep, qualityAt: jpegQuality };
  }
}

/** libjpeg's `jpeg_quality_scaling`. */
function jpegStep(quality: number): number {
  return Math.log(quality < 50 ? 5000 / quality : Math.max(1, 200 - 2 * quality));
}

function jpegQuality(step: number): number {
  const scale = Math.exp(step);
  return scale > 100 ? 5000 / scale : (200 - scale) / 2;
}

// libwebp's `QualityToCompression`, and its quantiser table, which grows by this much per level of 127.
const webpLevels = 127;
const webpGrowth = 0.0336;

function webpStep(quality: number): number {
  const part = quality / 100;
  const linear = part < 0.75 ? (part * 2) / 3 : 2 * part - 1;
  return webpLevels * webpGrowth * (1 - Math.cbrt(linear));
}

function webpQuality(step: number): number {
  const linear = Math.max(0, 1 - step / (webpLevels * webpGrowth)) ** 3;
  return linear < 0.5 ? linear * 150 : (linear + 1) * 50;
}
