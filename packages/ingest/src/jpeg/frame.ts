// The frame of a JPEG and the coefficients of its components, in the order in which the file spells them (zigzag).
import { u16be, u8 } from '../probe/bytes.ts';

export interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly quantiser: number;
  /** Blocks that the component has by itself, and padded to whole units of all components. */
  readonly ownColumns: number;
  readonly ownRows: number;
  readonly columns: number;
  readonly rows: number;
  /** 64 of each block, block by block. */
  readonly coefficients: Int16Array;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly progressive: boolean;
  readonly unitColumns: number;
  readonly unitRows: number;
  readonly components: readonly Component[];
}

/** The payload of a frame header that the probe has checked. */
export function readFrame(bytes: Uint8Array, data: number, progressive: boolean): Frame {
  const height = u16be(bytes, data + 1);
  const width = u16be(bytes, data + 3);
  const entries = Array.from({ length: u8(bytes, data + 5) }, (_, index) => {
    const at = data + 6 + index * 3;
    const factors = u8(bytes, at + 1);
    const quantiser = u8(bytes, at + 2);
    return { id: u8(bytes, at), across: factors >> 4, down: factors & 15, quantiser };
  });
  const widest = Math.max(...entries.map(({ across }) => across));
  const tallest = Math.max(...entries.map(({ down }) => down));
  const unitColumns = Math.ceil(width / (8 * widest));
  const unitRows = Math.ceil(height / (8 * tallest));
  const components = entries.map((entry): Component => {
    // A lone component is never padded: its unit is one block.
    const [across, down] = entries.length === 1 ? [1, 1] : [entry.across, entry.down];
    const ownColumns = Math.ceil(Math.ceil((width * entry.across) / widest) / 8);
    const ownRows = Math.ceil(Math.ceil((height * entry.down) / tallest) / 8);
    const columns = entries.length === 1 ? ownColumns : unitColumns * across;
    const rows = entries.length === 1 ? ownRows : unitRows * down;
    const coefficients = new Int16Array(columns * rows * 64);
    return { ...entry, across, down, ownColumns, ownRows, columns, rows, coefficients };
  });
  return { width, height, progressive, unitColumns, unitRows, components };
}
