// The models that can be pulled: npm packages, pinned by the integrity of the tarball and by the SHA-256 of every file
// that is taken out of it. A model may need several packages.

export const modelNames = ['speech-en'] as const;
export type ModelName = (typeof modelNames)[number];

export interface PackedFile {
  /** Inside the tarball. */
  readonly path: string;
  /** In the models folder. */
  readonly name: string;
  readonly sha256: string;
}

export interface ModelPackage {
  readonly packageName: string;
  readonly version: string;
  /** As npm writes it: `sha512-` and base64. */
  readonly integrity: string;
  readonly licence: string;
  readonly files: readonly PackedFile[];
}

export const catalogue: Readonly<Record<ModelName, readonly ModelPackage[]>> = {
  'speech-en': [
    {
      packageName: '@moonshine-ai/moonshine-js',
      version: '0.1.29',
      integrity:
        'sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
      licence: 'MIT',
      files: [
        {
          path: 'package/dist/model/tiny/quantized/encoder_model.onnx',
          name: 'moonshine-tiny-encoder.onnx',
          sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
        },
        {
          path: 'package/dist/model/tiny/quantized/decoder_model_merged.onnx',
          name: 'moonshine-tiny-decoder.onnx',
          sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
        },
      ],
    },
    {
      packageName: '@ricky0123/vad-web',
      version: '0.0.31',
      integrity:
        'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
      licence: 'ISC (Silero VAD: MIT)',
      files: [
        {
          path: 'package/dist/silero_vad_v5.onnx',
          name: 'silero-vad-v5.onnx',
          sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
        },
      ],
    },
  ],
};
