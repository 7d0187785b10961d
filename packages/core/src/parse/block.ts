// The only way from an untrusted value to a media block.
import { definedOf } from '../defined.ts';
import {
  isStored,
  type AudioBlock,
  type BlobSource,
  type FileBlock,
  type Frame,
  type ImageBlock,
  type MediaBlock,
  type Origin,
  type Original,
  type Source,
  type StoredBlock,
} from '../block.ts';
import { isBlobId } from '../ids.ts';
import { readAudioType, readImageType, readMediaType } from '../media-type.ts';
import { accept, refuse, type Outcome } from '../outcome.ts';
import { isRecord, readCount, readPositive, readText, type Fields } from './read.ts';

export function parseBlock(value: unknown): Outcome<MediaBlock> {
  if (!isRecord(value)) return invalid('A media block is an object.');
  const frame = readFrame(value);
  if (typeof frame === 'string') return invalid(frame);
  switch (value['type']) {
    case 'image':
      return image(value, frame);
    case 'audio':
      return audio(value, frame);
    case 'file':
      return file(value, frame);
    default:
      return invalid('`type` is one of image, audio, file.');
  }
}

/** For the record: a block whose bytes are in the store, and nothing else. */
export function parseStoredBlock(value: unknown): Outcome<StoredBlock> {
  const parsed = parseBlock(value);
  if (!parsed.ok) return parsed;
  return isStored(parsed.value)
    ? accept(parsed.value)
    : invalid('Only a `blob` source may be persisted.');
}

function readFrame(value: Fields): Frame | string {
  const source = readSource(value['source']);
  if (!source)
    return '`source` is { kind: "blob" }, { kind: "base64", data } or { kind: "url", url }.';
  const { sha256 } = value;
  if (!isBlobId(sha256)) return '`sha256` is 64 lower-case hexadecimal digits.';
  const bytes = readPositive(value['bytes']);
  if (bytes === undefined) return '`bytes` is a whole number above zero.';
  const origin = readOrigin(value['origin']);
  if (!origin)
    return '`origin` is an attachment, a perception with its `ref`, or made by a `model`.';
  if (value['original'] === undefined) return { source, sha256, bytes, origin };
  const original = readOriginal(value['original']);
  return original
    ? { source, sha256, bytes, origin, original }
    : '`original` needs sha256, mime and bytes.';
}

function readSource(value: unknown): Source | undefined {
  if (!isRecord(value)) return undefined;
  switch (value['kind']) {
    case 'blob':
      return blobSource;
    case 'base64': {
      const data = readText(value['data']);
      return data ? { kind: 'base64', data } : undefined;
    }
    case 'url': {
      const url = readText(value['url']);
      return url && URL.canParse(url) ? { kind: 'url', url } : undefined;
    }
    default:
      return undefined;
  }
}

const blobSource: BlobSource = { kind: 'blob' };

function readOrigin(value: unknown): Origin | undefined {
  if (!isRecord(value)) return undefined;
  const name = definedOf({ name: readText(value['name']) });
  const { kind, source } = value;
  if (kind === 'attachment') return { kind, ...name };
  if (kind === 'made') {
    const model = readText(value['model']);
    return model ? { kind, model, ...name } : undefined;
  }
  const ref = readText(value['ref']);
  if (kind !== 'perception' || !ref) return undefined;
  return {
    kind,
    ref,
    ...definedOf({
      page: readPositive(value['page']),
      region: readText(value['region']),
      source: isBlobId(source) ? source : undefined,
    }),
  };
}

function readOriginal(value: unknown): Original | undefined {
  if (!isRecord(value)) return undefined;
  const { sha256 } = value;
  const mime = readMediaType(value['mime']);
  const bytes = readCount(value['bytes']);
  if (!isBlobId(sha256) || mime === undefined || bytes === undefined) return undefined;
  const width = readPositive(value['width']);
  const height = readPositive(value['height']);
  const frames = readPositive(value['frames']);
  return { sha256, mime, bytes, ...definedOf({ width, height, frames }) };
}

function image(value: Fields, frame: Frame): Outcome<ImageBlock> {
  const mime = readImageType(value['mime']);
  if (!mime) return invalid('An image is png, jpeg, gif or webp.');
  const width = readPositive(value['width']);
  const height = readPositive(value['height']);
  if (width === undefined || height === undefined)
    return invalid('`width` and `height` are whole numbers above zero.');
  return accept({ type: 'image', mime, width, height, ...frame });
}

function audio(value: Fields, frame: Frame): Outcome<AudioBlock> {
  const mime = readAudioType(value['mime']);
  if (!mime) return invalid('This audio type is not on the list.');
  const durationMs = readCount(value['durationMs']);
  const name = readText(value['name']);
  return accept({ type: 'audio', mime, ...definedOf({ durationMs, name }), ...frame });
}

function file(value: Fields, frame: Frame): Outcome<FileBlock> {
  const mime = readMediaType(value['mime']);
  if (mime === undefined) return invalid('`mime` is not a media type.');
  return accept({ type: 'file', mime, ...definedOf({ name: readText(value['name']) }), ...frame });
}

function invalid(hint: string) {
  return refuse({ refused: 'invalid-input', message: 'This is not a media block.', hint });
}
