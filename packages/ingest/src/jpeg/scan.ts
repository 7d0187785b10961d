// One scan of a JPEG, sequential or progressive, read into the coefficients of its components. ITU-T T.81, annexes F and G.
import type { BitReader } from './bits.ts';
import type { Component, Frame } from './frame.ts';
import type { HuffmanDecoder } from './huffman.ts';

interface ScanPart {
  readonly component: Component;
  readonly dc: HuffmanDecoder | undefined;
  readonly ac: HuffmanDecoder | undefined;
}

export interface Scan {
  readonly parts: readonly ScanPart[];
  readonly start: number;
  readonly end: number;
  /** Successive approximation: the bit before, 0 in a first pass, and the bit of this pass. */
  readonly high: number;
  readonly low: number;
  readonly restartInterval: number;
}

/** False when the data cannot be read to its end: then the coefficients mean nothing. */
export function readScan(reader: BitReader, frame: Frame, scan: Scan): boolean {
  const decode = blockDecoder(reader, frame, scan);
  if (!decode) return false;
  const [only] = scan.parts;
  const isLone = scan.parts.length === 1 && only !== undefined;
  const columns = isLone ? only.component.ownColumns : frame.unitColumns;
  const rows = isLone ? only.component.ownRows : frame.unitRows;
  let untilRestart = scan.restartInterval;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (scan.restartInterval > 0 && untilRestart === 0) {
        reader.restart();
        decode.reset();
        untilRestart = scan.restartInterval;
      }
      untilRestart -= 1;
      if (isLone) decode.block(only, 0, row * only.component.columns + column);
      else for (const [index, part] of scan.parts.entries()) unit(decode, part, index, row, column);
    }
    if (reader.isBroken) return false;
  }
  return true;
}

function unit(
  { block }: BlockDecoder,
  part: ScanPart,
  index: number,
  row: number,
  column: number,
): void {
  const { across, down, columns } = part.component;
  for (let y = 0; y < down; y += 1) {
    const first = (row * down + y) * columns + column * across;
    for (let x = 0; x < across; x += 1) block(part, index, first + x);
  }
}

interface BlockDecoder {
  readonly block: (part: ScanPart, index: number, block: number) => void;
  readonly reset: () => void;
}

/** The four ways in which a block can be spelt; undefined where a table is missing. */
function blockDecoder(reader: BitReader, frame: Frame, scan: Scan): BlockDecoder | undefined {
  const { start, end, high, low, parts } = scan;
  const predictions = new Int32Array(parts.length);
  let emptyRun = 0;
  const reset = (): void => {
    predictions.fill(0);
    emptyRun = 0;
  };
  const needsDc = start === 0 && high === 0;
  const needsAc = !frame.progressive || start > 0;
  if (parts.some(({ dc, ac }) => (needsDc && !dc) || (needsAc && !ac))) return undefined;

  const dc = (part: ScanPart, index: number): number => {
    const size = part.dc ? reader.symbol(part.dc) : 0;
    if (size > 15) reader.fail();
    const value = (predictions[index] ?? 0) + reader.signed(size & 15);
    predictions[index] = value;
    return value;
  };
  const sequential: BlockDecoder['block'] = (part, index, block) => {
    const { coefficients } = part.component;
    const base = block * 64;
    coefficients[base] = dc(part, index);
    if (!part.ac) return;
    for (let at = 1; at < 64; at += 1) {
      const symbol = reader.symbol(part.ac);
      const size = symbol & 15;
      if (size === 0) {
        if (symbol !== 0xf0) return;
        at += 15;
        continue;
      }
      at += symbol >> 4;
      if (at > 63) return reader.fail();
      coefficients[base + at] = reader.signed(size);
    }
  };
  const firstAc: BlockDecoder['block'] = (part, _, block) => {
    if (emptyRun > 0) {
      emptyRun -= 1;
      return;
    }
    const { coefficients } = part.component;
    const base = block * 64;
    if (!part.ac) return;
    for (let at = start; at <= end; at += 1) {
      const symbol = reader.symbol(part.ac);
      const run = symbol >> 4;
      const size = symbol & 15;
      if (size === 0) {
        if (run === 15) {
          at += 15;
          continue;
        }
        emptyRun = (1 << run) - 1 + reader.bits(run);
        return;
      }
      at += run;
      if (at > end) return reader.fail();
      coefficients[base + at] = reader.signed(size) * (1 << low);
    }
  };
  const refine = (coefficients: Int16Array, at: number): void => {
    const value = coefficients[at] ?? 0;
    const bit = 1 << low;
    if (reader.bits(1) === 0 || (value & bit) !== 0) return;
    coefficients[at] = value >= 0 ? value + bit : value - bit;
  };
  const refineAc: BlockDecoder['block'] = (part, _, block) => {
    const { coefficients } = part.component;
    const base = block * 64;
    let at = start;
    for (; emptyRun === 0 && at <= end; at += 1) {
      const symbol = part.ac ? reader.symbol(part.ac) : 0;
      let run = symbol >> 4;
      const size = symbol & 15;
      if (size === 0 && run < 15) {
        emptyRun = (1 << run) + reader.bits(run);
        break;
      }
      if (size > 1) return reader.fail();
      const value = size === 0 ? 0 : reader.bits(1) === 1 ? 1 << low : -(1 << low);
      for (; at <= end; at += 1) {
        if (coefficients[base + at] !== 0) refine(coefficients, base + at);
        else if (run === 0) break;
        else run -= 1;
      }
      if (value !== 0 && at <= end) coefficients[base + at] = value;
      if (reader.isBroken) return;
    }
    if (emptyRun === 0) return;
    emptyRun -= 1;
    for (; at <= end; at += 1) {
      if (coefficients[base + at] !== 0) refine(coefficients, base + at);
    }
  };

  if (!frame.progressive) return { block: sequential, reset };
  if (start > 0) return { block: high === 0 ? firstAc : refineAc, reset };
  const firstDc: BlockDecoder['block'] = (part, index, block) => {
    part.component.coefficients[block * 64] = dc(part, index) * (1 << low);
  };
  const refineDc: BlockDecoder['block'] = (part, _, block) => {
    if (reader.bits(1) === 0) return;
    const { coefficients } = part.component;
    coefficients[block * 64] = (coefficients[block * 64] ?? 0) | (1 << low);
  };
  return { block: high === 0 ? firstDc : refineDc, reset };
}
