// Cuts a picture of noise into its flat parts, in as little memory as the test allows.
import { flatMapOf } from '../src/diagram/flat-regions.ts';

const side = 1000;
const data = new Uint8Array(side * side * 3);
for (let at = 0; at < data.length; at += 1) data[at] = Math.imul(at + 1, 0x9e37_79b1) >>> 24;
const { regions } = flatMapOf({ width: side, height: side, data }, 2, 6);
if (regions.length > 0) throw new Error(`${regions.length} parts of noise are flat.`);
