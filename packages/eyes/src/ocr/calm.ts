// Second looks at a line that was read with doubt: with its contrast stretched to the full range, and with the noise blurred
// out. What a photograph or a poor encoder did to the letters is often undone by one of them.
import { blurred } from '../pixels/blur.ts';
import { greyOf, type Picture } from '../pixels/picture.ts';
import { paperGrey } from './ink.ts';

/** At the height of the recogniser; about one pixel of a screenshot that was saved as a poor JPEG. */
const blurSigma = 2.7;
/** Measured on poor JPEGs of dark screens: there a light blur helps, and stretching harms. */
const lightBlurSigma = 1.4;
/** The share of the darkest or brightest values that are taken for noise. */
const extremeShare = 0.02;

/** In the order in which they are tried, while the line is in doubt. */
export const calmings: readonly ((line: Picture) => Picture)[] = [
  (line) => stretched(line) ?? blurred(line, lightBlurSigma),
  (line) => blurred(line, blurSigma),
];

/** The paper becomes white, and its shade with it, and the ink black. Undefined where the paper is dark. */
function stretched(line: Picture): Picture | undefined {
  const grey = greyOf(line);
  const paper = paperGrey(grey);
  const sorted = grey.toSorted();
  const darkest = sorted[Math.floor(sorted.length * extremeShare)] ?? 0;
  const brightest = sorted[Math.floor(sorted.length * (1 - extremeShare))] ?? 255;
  if (paper - darkest < brightest - paper) return undefined;
  const factor = 255 / Math.max(1, paper - darkest);
  const data = line.data.map((value) =>
    Math.max(0, Math.min(255, Math.round((value - darkest) * factor))),
  );
  return { ...line, data };
}
