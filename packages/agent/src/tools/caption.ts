// The words that go with a picture to a model: which source, which part, how to point back at the original. Foreign names
// are quoted and inert, so that no file name can speak to the model.
import { anything, checkOptions, listOf, shape, text } from '@percept/core/internal/options';
import { oneLine, quoted } from '@percept/core/internal';
import type { Perception, Seen } from './view.ts';

/**
 * One line per picture, warnings behind the last.
 *
 * @example const seen = await view.run({ ref: 'plan.pdf' }); if (seen.ok) captionsOf(seen.value); // ['plan.pdf, page 1 of 3 …']
 */
export function captionsOf(seen: Seen): readonly string[] {
  checkOptions(
    'captionsOf',
    { seen },
    { seen: shape({ ref: text, perceptions: listOf(anything), warnings: listOf(text) }) },
  );
  const lines = seen.perceptions.map((perception) => captionOf(seen, perception));
  const notes = [
    ...(seen.frames === undefined
      ? []
      : [`the source has ${seen.frames} frames, this is the first`]),
    ...seen.warnings.map((warning) => oneLine(warning, 300)),
  ];
  return notes.length === 0 ? lines : [...lines, `Note: ${notes.join('; ')}.`];
}

function captionOf(seen: Seen, { block, page, original, shown, factor }: Perception): string {
  const parts = [`[view ${quoted(seen.ref)}`];
  // What an earlier look drew, cut or made smaller is no original: that is where it came from.
  const isLook = seen.shownAs !== undefined;
  if (isLook) parts.push(`what view ${quoted(seen.shownAs)} showed`);
  if (seen.pageCount > 1) parts.push(`page ${page} of ${seen.pageCount}`);
  const whole = shown.width === original.width && shown.height === original.height;
  const size = `${round(original.width)}×${round(original.height)}`;
  const from = whole
    ? size
    : `part ${round(shown.left)},${round(shown.top)} ${round(shown.width)}×${round(shown.height)} of ${size}`;
  parts.push(`pixels ${block.width}×${block.height}, ${isLook ? 'kept as' : 'original'} ${from}`);
  const mapping = [
    ...(factor === 1 ? [] : [`multiply coordinates by ${factor}`]),
    ...(whole ? [] : [`add ${round(shown.left)},${round(shown.top)}`]),
  ];
  if (mapping.length > 0)
    parts.push(`${mapping.join(' and ')} for ${isLook ? 'what is kept' : 'the original'}`);
  return `${parts.join('; ')}]`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
