// The drawings that neither Chromium nor librsvg draws as we do, with the reason: all of them are limits of the engine. One
// that leaves this list is good news, one that joins it is a regression.

const selectors =
  'the engine reads no sibling, substring and structural selectors (~, ^=, $=, *=, :not, :last-child, :nth-child)';
const displacement = 'the engine displaces too far';

export const outliers: ReadonlyMap<string, string> = new Map([
  ['clipping: words', 'the engine passes over words inside a clipPath'],
  ['colours: colour that is no colour', 'the engine takes black and not the colour of the parent'],
  ['filters: colour matrix: saturate 2', 'the engine stops at 1, as SVG 1.1 has it'],
  ['filters: composite lighter', 'the engine knows the operators of SVG 1.1 only'],
  ['filters: displacement', displacement],
  ['filters: displacement by a flood', displacement],
  ['filters: filter on a turned shape', 'the engine filters before it turns, and cuts the region'],
  ['patterns: of fractions', 'the engine rounds a tile to whole pixels'],
  ['structure: nested drawing of width zero', 'the engine takes a width of zero for none'],
  ['styles: broken declaration in between', 'the engine drops the rest of the rule'],
  ['styles: geometry from a sheet', 'the engine reads width, height and rx from attributes only'],
  ['styles: selector :not(rect)', selectors],
  ['styles: selector [class$="late"]', selectors],
  ['styles: selector [class*="ed"]', selectors],
  ['styles: selector [class^="dot"]', selectors],
  ['styles: selector circle:last-child', selectors],
  ['styles: selector circle:nth-child(2)', selectors],
  ['styles: selector rect ~ circle', selectors],
  ['text: upright in a column', 'the engine sets Latin letters of a column a little lower'],
  ['transforms: origin in the box of the shape', 'the engine knows no transform-box'],
]);
