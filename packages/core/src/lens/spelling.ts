// The one reader of media parts: every way in which the wires, SDK generations and protocols spell the same picture. A lens
// decides whether a spelling is its own; a foreign one that strayed into a body is written again in the lens's spelling.
import { definedOf } from '../defined.ts';
import { isBlobId } from '../ids.ts';
import { inside, isRecord, readText, type Fields } from '../parse/read.ts';
import { inOneLine, readData, type ReadData } from './data.ts';
import { kindOfType, type Media, type MediaKind } from './media.ts';

const spellings = [
  /** AI SDK 7: `{ type: 'file', mediaType, data: { type: 'data' | 'url' | 'reference' } }`. */
  'ai-file',
  /** Its older names: media, image, file-data, file-url, file-id, file-reference and the four that begin with image-. */
  'ai-legacy',
  'chat-image',
  'chat-audio',
  'chat-file',
  'responses-image',
  'responses-file',
  'anthropic-image',
  'anthropic-document',
  'gemini-inline',
  'gemini-file',
  'mistral-document',
  'bedrock-image',
  'bedrock-document',
  /** MCP and ACP content: `{ type: 'image', data, mimeType }`. */
  'mcp',
  /** Our own blocks. */
  'percept',
] as const;
export type Spelling = (typeof spellings)[number];

export interface Spelled {
  readonly spelling: Spelling;
  readonly media: Media;
}

export function readSpelling(value: unknown): Spelled | undefined {
  if (!isRecord(value)) return undefined;
  const found = typeof value['type'] === 'string' ? byType(value, value['type']) : byKey(value);
  return found && { spelling: found.spelling, media: { ...found.media, raw: value } };
}

function byKey(value: Fields): Spelled | undefined {
  const inline = value['inlineData'] ?? value['inline_data'];
  if (isRecord(inline)) {
    const mime = mimeIn(inline);
    const kind = kindOfType(mime ?? 'image');
    return spelled('gemini-inline', kind, readInline(inline['data']), mime, nameIn(inline));
  }
  const file = value['fileData'] ?? value['file_data'];
  if (!isRecord(file)) return bedrock(value);
  const mime = mimeIn(file);
  const uri = readData(file['fileUri'] ?? file['file_uri']);
  // A file that Google holds is named by a URL of its own; anything else that is fetched is for Google to refuse.
  const data = uri.data.kind === 'url' ? handle(value) : uri;
  return spelled('gemini-file', kindOfType(mime ?? 'file'), data, mime, nameIn(file));
}

/** `{ image: { format: 'png', source: { bytes } } }`, and the same for documents; a place in S3 is the provider's to fetch. */
function bedrock(value: Fields): Spelled | undefined {
  const kind = isRecord(value['image']) ? 'image' : 'document';
  const inner = value[kind];
  const source = inside(inner, 'source');
  if (!isRecord(inner) || !isRecord(source)) return undefined;
  const format = readText(inner['format']) ?? '';
  const found = source['bytes'] === undefined ? handle(source) : readData(source['bytes']);
  return kind === 'image'
    ? spelled('bedrock-image', 'image', found, `image/${format}`)
    : spelled('bedrock-document', 'file', found, `application/${format}`, nameIn(inner));
}

function byType(value: Fields, type: string): Spelled | undefined {
  switch (type) {
    case 'file':
      return file(value);
    case 'image':
      return image(value);
    case 'audio':
      return isRecord(value['source']) ? percept(value, 'audio') : mcp(value, 'audio');
    case 'media':
    case 'file-data':
    case 'image-data':
      return legacy(value, type, readData(value['data']));
    case 'file-url':
    case 'image-url':
      return legacy(value, type, readData(value['url']));
    case 'file-id':
    case 'image-file-id':
      return legacy(value, type, handle(value['fileId']));
    case 'file-reference':
    case 'image-file-reference':
      return legacy(value, type, handle(value['providerReference']));
    case 'image_url':
      return chatImage(value);
    case 'input_audio':
      return chatAudio(value);
    case 'input_image':
    case 'computer_screenshot':
      return responses(value, 'responses-image', 'image', value['image_url']);
    case 'input_file':
      return responses(value, 'responses-file', 'file', value['file_data'] ?? value['file_url']);
    case 'document':
      return anthropic(value, 'anthropic-document');
    case 'document_url':
      return spelled(
        'mistral-document',
        'file',
        readData(value['document_url']),
        'application/pdf',
        readText(value['document_name']),
      );
    case 'resource':
      return resource(value['resource']);
    default:
      return undefined;
  }
}

function image(value: Fields): Spelled | undefined {
  if (isRecord(value['source']))
    return 'kind' in value['source']
      ? percept(value, 'image')
      : anthropic(value, 'anthropic-image');
  if (value['data'] !== undefined) return mcp(value, 'image');
  return spelled('ai-legacy', 'image', readData(value['image']), mimeIn(value) ?? 'image');
}

function file(value: Fields): Spelled | undefined {
  const inner = value['file'];
  if (isRecord(inner)) {
    const data =
      inner['file_id'] === undefined ? readData(inner['file_data']) : handle(inner['file_id']);
    return spelled('chat-file', 'file', data, undefined, nameIn(inner));
  }
  if (isRecord(value['source']) && 'kind' in value['source']) return percept(value, 'file');
  const data = readData(value['data']);
  // Inline text is a document that every model reads; it is no media.
  if (data.text) return undefined;
  const mime = mimeIn(value);
  const tagged =
    isRecord(value['data']) && typeof value['data']['type'] === 'string' && !data.mangled;
  const spelling = tagged ? 'ai-file' : 'ai-legacy';
  return spelled(spelling, kindOfType(mime ?? ''), data, mime, nameIn(value));
}

function legacy(value: Fields, type: string, data: ReadData): Spelled {
  const mime = mimeIn(value) ?? (type.startsWith('image') ? 'image' : undefined);
  const kind = kindOfType(mime ?? (type === 'media' ? 'image' : 'file'));
  return spelled('ai-legacy', kind, data, mime, nameIn(value));
}

function chatImage(value: Fields): Spelled {
  const inner = value['image_url'];
  const url = isRecord(inner) ? inner['url'] : inner;
  return spelled('chat-image', 'image', readData(url), 'image');
}

function chatAudio(value: Fields): Spelled {
  const format = readText(inside(value, 'input_audio', 'format'));
  const mime = format === undefined ? 'audio' : `audio/${format}`;
  return spelled('chat-audio', 'audio', readData(inside(value, 'input_audio', 'data')), mime);
}

function responses(value: Fields, spelling: Spelling, kind: MediaKind, data: unknown): Spelled {
  const found = data === undefined || data === null ? handle(value['file_id']) : readData(data);
  return spelled(spelling, kind, found, kind === 'image' ? 'image' : undefined, nameIn(value));
}

function anthropic(value: Fields, spelling: Spelling): Spelled | undefined {
  const source = value['source'];
  if (!isRecord(source)) return spelled(spelling, 'image', { data: { kind: 'nothing' } });
  const kind = spelling === 'anthropic-image' ? 'image' : 'file';
  const mime = mimeIn(source) ?? (kind === 'image' ? 'image' : 'application/pdf');
  const title = readText(value['title']);
  switch (source['type']) {
    case 'base64':
      return spelled(spelling, kind, readData(source['data']), mime, title);
    case 'url':
      return spelled(spelling, kind, readData(source['url']), mime, title);
    case 'file':
      return spelled(spelling, kind, handle(source['file_id']), mime, title);
    default:
      // Documents of plain text or of blocks hold no bytes.
      return undefined;
  }
}

function mcp(value: Fields, kind: MediaKind): Spelled {
  return spelled('mcp', kind, readData(value['data']), mimeIn(value) ?? kind, nameIn(value));
}

function resource(value: unknown): Spelled | undefined {
  if (!isRecord(value) || value['blob'] === undefined) return undefined;
  const mime = mimeIn(value);
  const data = readData(value['blob']);
  return spelled('mcp', kindOfType(mime ?? ''), data, mime, readText(value['uri']));
}

function percept(value: Fields, kind: MediaKind): Spelled {
  const source = isRecord(value['source']) ? value['source'] : {};
  const sha256 = value['sha256'];
  const data: ReadData =
    source['kind'] === 'blob' && isBlobId(sha256)
      ? { data: { kind: 'blob', blob: sha256 } }
      : readData(source['data'] ?? source['url']);
  return spelled('percept', kind, data, readText(value['mime']), nameIn(value));
}

function handle(value: unknown): ReadData {
  const empty = value === undefined || value === null || value === '';
  return { data: empty ? { kind: 'nothing' } : { kind: 'handle', handle: value } };
}

function mimeIn(value: Fields): string | undefined {
  for (const key of ['mediaType', 'mimeType', 'media_type', 'mime_type']) {
    const mime = readText(value[key]);
    if (mime !== undefined && mime !== '') return mime;
  }
  return undefined;
}

/** Gemini reads URL-safe letters, and Google's package for Python writes them: they stand as they came. */
function readInline(value: unknown): ReadData {
  const found = readData(value);
  const isInLetters = typeof value === 'string' && inOneLine(value) === value;
  return found.data.kind === 'base64' && isInLetters ? { ...found, mangled: false } : found;
}

function nameIn(value: Fields): string | undefined {
  for (const key of ['filename', 'name', 'displayName', 'display_name', 'title']) {
    const name = readText(value[key]);
    if (name !== undefined && name !== '') return name;
  }
  return undefined;
}

/** A data URL says its own type, and is believed over the part around it. */
function spelled(
  spelling: Spelling,
  kind: MediaKind,
  found: ReadData,
  mime?: string,
  name?: string,
): Spelled {
  const media: Media = {
    kind: found.mime === undefined ? kind : kindOfType(found.mime),
    data: found.data,
    ...(found.mangled === true && { mangled: true }),
    ...definedOf({ mime: found.mime ?? mime, name }),
  };
  return { spelling, media };
}
