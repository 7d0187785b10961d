// QR codes and bar codes. The wasm comes from the installed package as bytes: the library's own default is to fetch it.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { MachineCode } from '../description.ts';
import { boxAround, type Picture } from '../pixels/picture.ts';
import { maxCodes } from '../limits.ts';

export type CodeReader = (picture: Picture) => Promise<readonly MachineCode[]>;

export async function openCodeReader(): Promise<CodeReader> {
  const path = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const bytes = new Uint8Array(await readFile(path));
  await prepareZXingModule({ overrides: { wasmBinary: bytes.buffer }, fireImmediately: true });
  return readCodes;
}

async function readCodes(picture: Picture): Promise<readonly MachineCode[]> {
  const found = await readBarcodes(rgbaOf(picture), {
    tryHarder: true,
    tryRotate: true,
    tryInvert: true,
    maxNumberOfSymbols: maxCodes,
  });
  return found
    .filter(({ isValid, text }) => isValid && text !== '')
    .map(({ format, text, position }) => {
      const { topLeft, topRight, bottomLeft, bottomRight } = position;
      return { format, text, box: boxAround([topLeft, topRight, bottomLeft, bottomRight]) };
    });
}

function rgbaOf({ width, height, data }: Picture): Parameters<typeof readBarcodes>[0] {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let at = 0, from = 0; at < rgba.length; at += 4, from += 3) {
    rgba[at] = data[from] ?? 0;
    rgba[at + 1] = data[from + 1] ?? 0;
    rgba[at + 2] = data[from + 2] ?? 0;
    rgba[at + 3] = 255;
  }
  return { width, height, data: rgba, colorSpace: 'srgb' };
}
