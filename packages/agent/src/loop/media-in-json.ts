// The one finder of media in what a provider answers: the result of a tool that it ran itself, or an event of its stream. Every
// spelling that the lens reads is read here; what only answers spell is added. What is no media is not looked at twice.
import { isRecord, readText, type Fields } from '@percept/core/internal';
import { decodeBase64, readSpelling } from '@percept/core/internal/lens';
import type { MadeFile } from './made.ts';
import { maxSearchedDepth } from '../limits.ts';

export type FoundMedia =
  | { readonly kind: 'file'; readonly file: MadeFile; readonly id?: string | undefined }
  /** A picture on its way: the next one of this id is better. */
  | { readonly kind: 'partial'; readonly file: MadeFile; readonly id: string }
  /** The provider holds it under a name of its own, and sent no bytes. */
  | { readonly kind: 'elsewhere'; readonly name: string };

export function* mediaIn(value: unknown, depth = 0): Generator<FoundMedia, void> {
  if (depth > maxSearchedDepth) return;
  if (Array.isArray(value)) for (const item of value) yield* mediaIn(item, depth + 1);
  if (!isRecord(value)) return;
  const found = own(value) ?? spelled(value);
  if (found) yield found;
  else for (const inner of Object.values(value)) yield* mediaIn(inner, depth + 1);
}

/** Spellings that stand in answers alone. */
function own(value: Fields): FoundMedia | undefined {
  const { type } = value;
  // The AI SDK hands the result of image_generation on without its type.
  const result = readText(value['result']);
  if (result !== undefined && (type === 'image_generation_call' || type === undefined)) {
    const file = picture(result, readText(value['output_format']));
    return file && { kind: 'file', file, id: readText(value['id']) };
  }
  const partial = readText(value['partial_image_b64']);
  if (partial !== undefined) {
    const file = picture(partial);
    return file && { kind: 'partial', file, id: readText(value['item_id']) ?? '' };
  }
  const image = readText(value['b64_json']);
  const drawn = image === undefined ? undefined : picture(image);
  if (drawn) return { kind: 'file', file: drawn };
  const url = type === 'image' ? readText(value['url']) : undefined;
  if (url !== undefined) return spelled({ type: 'image_url', image_url: { url } });
  const id = readText(value['file_id']);
  return id === undefined ? undefined : { kind: 'elsewhere', name: id };
}

function spelled(value: Fields): FoundMedia | undefined {
  const media = readSpelling(value)?.media;
  if (!media) return undefined;
  const {
    data,
    mime: mediaType = media.kind === 'file' ? 'file' : `${media.kind}/*`,
    name,
  } = media;
  if (data.kind === 'url') return { kind: 'elsewhere', name: data.url };
  const bytes =
    data.kind === 'base64'
      ? decodeBase64(data.base64)
      : data.kind === 'bytes'
        ? data.bytes
        : undefined;
  return bytes && { kind: 'file', file: { bytes, mediaType, name } };
}

/** Base64 without a type; the door finds out what it is. */
function picture(base64: string, format?: string): MadeFile | undefined {
  const bytes = decodeBase64(base64);
  if (!bytes || bytes.length === 0) return undefined;
  return { bytes, mediaType: format === undefined ? 'image/*' : `image/${format}` };
}
