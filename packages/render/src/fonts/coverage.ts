// Which characters a font has, read from its cmap. It decides which fonts a job needs, and it is how a missing glyph is
// known: the engines draw a box and say nothing.
import { tableOf } from './sfnt.ts';

const codePoints = 0x110000;
/** "cmap" */
const cmapTag = 0x636d6170;

export class Coverage {
  readonly #bits = new Uint8Array(codePoints / 8);

  add(first: number, last: number): void {
    for (let code = first; code <= Math.min(last, codePoints - 1); code++) {
      this.#bits[code >> 3] = (this.#bits[code >> 3] ?? 0) | (1 << (code & 7));
    }
  }

  has(code: number): boolean {
    return ((this.#bits[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  }
}

/** Adds the characters of a plain sfnt to `coverage`. */
export function addCoverage(coverage: Coverage, sfnt: Uint8Array): void {
  const cmap = tableOf(sfnt, cmapTag);
  if (!cmap) return;
  const view = new DataView(cmap.buffer, cmap.byteOffset, cmap.byteLength);
  for (let index = 0; index < view.getUint16(2); index++) {
    const offset = view.getUint32(4 + index * 8 + 4);
    const format = view.getUint16(offset);
    if (format === 4) addSegments(coverage, view, offset);
    else if (format === 12) addGroups(coverage, view, offset);
  }
}

function addSegments(coverage: Coverage, view: DataView, offset: number): void {
  const double = view.getUint16(offset + 6);
  for (let index = 0; index < double; index += 2) {
    const last = view.getUint16(offset + 14 + index);
    const first = view.getUint16(offset + 16 + double + index);
    if (last !== 0xffff) coverage.add(first, last);
  }
}

function addGroups(coverage: Coverage, view: DataView, offset: number): void {
  const groups = view.getUint32(offset + 12);
  for (let index = 0; index < groups; index++) {
    const group = offset + 16 + index * 12;
    coverage.add(view.getUint32(group), view.getUint32(group + 4));
  }
}
