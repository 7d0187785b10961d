// Which controls are told for the kind of picture: rows of a receipt, of a table or of a listing look like entries of a menu, and
// pages, photographs and charts have no controls unless some stand there surely.
import type { Kind, ScreenElement } from '../description.ts';
import type { ControlRole } from './sighting.ts';

/** Pictures that are read, not used. */
const forReading: ReadonlySet<Kind> = new Set([
  'document',
  'photo',
  'photo-of-text',
  'chart',
  'diagram',
  'table',
  'code',
  'machine-code',
]);
/** What other things look like as well. */
const vague: ReadonlySet<ControlRole> = new Set(['menuitem', 'link', 'img', 'cursor']);
/** Surer than this a control is one, whatever else the picture shows. */
const sure = 0.6;
/** Beside a listing: the entries of a sidebar. */
const minEntries = 3;

export function plausibleElements(
  elements: readonly ScreenElement[],
  kind: Kind,
): readonly ScreenElement[] {
  if (!forReading.has(kind)) return elements;
  const certain = elements.filter(({ confidence }) => confidence >= sure);
  const isUsed = certain.some(({ role }) => !vague.has(role));
  const entries = certain.filter(({ role, name }) => role === 'menuitem' && name !== '').length;
  const hasMenu = isUsed || (kind === 'code' && entries >= minEntries);
  // Where one control stands surely, the picture is used, and the weaker ones are told as on any screen.
  return elements.filter(({ role, name }) =>
    role === 'menuitem' ? hasMenu && name !== '' : isUsed,
  );
}
