// The five spellings of an image in a tool's output that make the matrix. `media` is what v5 and v6 wrote, the two
// `-data` ones are aliases that v7 still maps, `file` is v7's own, once with base64 and once with bytes.

const mediaType = 'image/png';

export type Spelling = 'media' | 'image-data' | 'file-data' | 'file' | 'file with bytes';

export const spellings: Readonly<Record<Spelling, (png: Buffer) => object>> = {
  media: (png) => ({ type: 'media', mediaType, data: png.toString('base64') }),
  'image-data': (png) => ({ type: 'image-data', mediaType, data: png.toString('base64') }),
  'file-data': (png) => ({ type: 'file-data', mediaType, data: png.toString('base64') }),
  file: (png) => ({
    type: 'file',
    mediaType,
    data: { type: 'data', data: png.toString('base64') },
  }),
  'file with bytes': (png) => ({
    type: 'file',
    mediaType,
    data: { type: 'data', data: new Uint8Array(png) },
  }),
};

/** A result with nothing in it but the image. */
export function imageOnly(spelling: Spelling, png: Buffer): unknown {
  return { type: 'content', value: [spellings[spelling](png)] };
}
