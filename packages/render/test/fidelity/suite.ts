// All drawings of the suite, by feature.
import { clipping, masking } from './clipping.ts';
import { colours } from './colours.ts';
import { transforms, units } from './coordinates.ts';
import type { Drawing } from './drawing.ts';
import { filters } from './filters.ts';
import { gradients } from './gradients.ts';
import { patterns } from './patterns.ts';
import { shapes } from './shapes.ts';
import { strokes } from './strokes.ts';
import { structure } from './structure.ts';
import { markers, styles } from './styles.ts';
import { text } from './text.ts';

export const fidelitySuite: Readonly<Record<string, readonly Drawing[]>> = {
  shapes,
  strokes,
  colours,
  gradients,
  patterns,
  clipping,
  masking,
  filters,
  text,
  structure,
  units,
  transforms,
  styles,
  markers,
};
