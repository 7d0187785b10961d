// Walks one level of ISO base media boxes. Nothing here recurses: a caller asks for the children that it knows by name,
// so boxes nested a million deep cost nothing.
import { fourCc, u32be, u64be } from '../bytes.ts';
import { maxMp4Boxes } from '../../limits.ts';

export interface Box {
  readonly type: string;
  readonly data: number;
  readonly end: number;
  /** False when the box claims more than its parent holds. */
  readonly isWhole: boolean;
}

export function* readBoxes(
  bytes: Uint8Array,
  from: number,
  to: number,
): Generator<Box, void, undefined> {
  let at = from;
  for (let count = 0; count < maxMp4Boxes && at + 8 <= to; count++) {
    const size = u32be(bytes, at);
    const isLarge = size === 1;
    const length = isLarge ? u64be(bytes, at + 8) : size === 0 ? to - at : size;
    const data = at + (isLarge ? 16 : 8);
    if (length < data - at) return;
    const end = Math.min(at + length, to);
    yield { type: fourCc(bytes, at + 4), data, end, isWhole: at + length <= to };
    at = end;
  }
}

export function findBox(
  bytes: Uint8Array,
  parent: Pick<Box, 'data' | 'end'>,
  type: string,
): Box | undefined {
  for (const box of readBoxes(bytes, parent.data, parent.end)) {
    if (box.type === type) return box;
  }
  return undefined;
}
