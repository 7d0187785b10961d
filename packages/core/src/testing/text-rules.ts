// No text that a model reads may hold media: not as base64, not as numbers, not as a stringified part, not by reference.
// Every string of the body is text here, except the media slots and the fields that a provider made for itself.
import { inside, isRecord, parseJson, readText } from '../parse/read.ts';
import { strings, type Place } from './place.ts';
import { finding, type Finding } from './verdict.ts';

/** Opaque to everybody but the provider that made them: signatures, encrypted thoughts, cache keys. */
const opaqueKeys: ReadonlySet<string> = new Set([
  'signature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
  'redactedContent',
  'prompt_cache_key',
]);

export function judgeText(root: Place, mediaSlots: ReadonlySet<string>): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { text, at, key } of strings(root)) {
    if (hasReference(text))
      findings.push(finding('reference-on-wire', at, 'A media: reference reached the wire.'));
    if (mediaSlots.has(at) || opaqueKeys.has(key) || isRedactedThinking(root, at)) continue;
    const fault = faultIn(text, at);
    if (fault) findings.push(fault);
  }
  return findings;
}

function hasReference(text: string): boolean {
  return /^media:\S+$/.test(text) || /media:sha256-[0-9a-f]{8}/.test(text);
}

function isRedactedThinking(root: Place, at: string): boolean {
  if (!at.endsWith('.data')) return false;
  const path = at.slice(0, -'.data'.length).match(/[^.[\]]+/g) ?? [];
  let value: unknown = root.value;
  for (const key of path) value = Array.isArray(value) ? value[Number(key)] : inside(value, key);
  return (
    isRecord(value) && typeof value['type'] === 'string' && /redacted|encrypted/.test(value['type'])
  );
}

/** The worst thing in one text, or nothing. */
function faultIn(text: string, at: string): Finding | undefined {
  const plain = text.includes('\\/') ? text.replaceAll('\\/', '/') : text;
  const run = base64Run(plain);
  if (run > 0) return finding('base64-in-text', at, `${run} characters of base64 in a text field.`);
  if (byteDump.test(plain))
    return finding('bytes-in-text', at, 'Bytes written as numbers in a text field.');
  if (holdsMediaPart(plain))
    return finding('media-part-in-text', at, 'A stringified media part in a text field.');
  return undefined;
}

// Counts are exact and runs are measured by hand: an open count takes a stack for each letter, and payloads have millions.

/** Base64 of PNG, JPEG, GIF, RIFF (WebP, WAV), PDF, SVG and XML begins like this; two dozen characters more are no prose. */
const knownHead =
  /(?<![A-Za-z0-9+/])(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|JVBERi0|PHN2Zy|PD94bWwg)[A-Za-z0-9+/]{24}/;
const dataUrl = /data:[\w.+-]+\/[\w.+-]+;(?:[\w=-]+;)*base64,[A-Za-z0-9+/_-]{16}/i;
const longRun = 512;
const letters = /[A-Za-z0-9+/_-]/;
/** Lines as MIME and PEM wrap them, also when the line break was escaped on its way through JSON. */
const wrapped = /(?:[A-Za-z0-9+/]{60,76}(?:\r?\n|\\r\\n|\\n)){6}/;

function base64Run(text: string): number {
  if (text.length < 32) return 0;
  const known = knownHead.exec(text) ?? dataUrl.exec(text);
  if (known) return runEnd(text, known.index + known[0].length) - known.index;
  for (let at = 0; at < text.length; at += 1) {
    const end = runEnd(text, at);
    const length = end - at;
    if (length >= longRun && looksRandom(text.slice(at, end))) return length;
    at = end;
  }
  const lines = wrapped.exec(text);
  if (lines) return lines[0].length;
  return 0;
}

function runEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && letters.test(text.charAt(end))) end += 1;
  return end;
}

/** Rules of dashes, repeated letters and hexadecimal digests are long runs too, and are no payload. */
function looksRandom(run: string): boolean {
  return (
    /[A-Z]/.test(run) &&
    /[a-z]/.test(run) &&
    /[0-9]/.test(run) &&
    new Set(run.slice(0, 512)).size >= 24
  );
}

/** Fewer are a signature that somebody quotes, or a short list of facts. */
const fewestBytes = 24;
const byte = String.raw`\d{1,3}`;
const comma = String.raw`\s*,\s*`;
const quote = String.raw`\\*"`;
const indexed = Array.from(
  { length: fewestBytes },
  (_, index) => String.raw`${quote}${index}${quote}\s*:\s*${byte}`,
);
const magics = [
  [137, 80, 78, 71],
  [255, 216, 255],
  [71, 73, 70, 56],
  [82, 73, 70, 70],
  [37, 80, 68, 70],
].map((magic) => magic.join(comma));
/** Begins at its quote: escapes before that may be as many as they like, and each would be a place to begin. */
const buffer = String.raw`"type${quote}\s*:\s*${quote}Buffer${quote}${comma}${quote}data${quote}\s*:\s*\[\s*`;
const row = String.raw`(?:${comma}${byte}){${fewestBytes - 4},}`;
/** A stringified Uint8Array, a stringified Buffer, or a list of numbers that begins like a file. */
const byteDump = new RegExp(
  String.raw`\{\s*${indexed.join(comma)}|${buffer}${byte}${row}|\[\s*(?:${magics.join('|')})${row}`,
);

const mediaTypeKeys = ['mediaType', 'media_type', 'mimeType', 'mime_type', 'mediatype'];
const payloadKeys = ['data', 'url', 'image', 'source', 'blob', 'base64', 'file_data', 'image_url'];
const partTypes =
  /^(media|file|image|audio|document|(file|image)-(data|url|id|reference|file-id|file-reference)|image_url|input_image|input_file|input_audio)$/;

/** Only text that is JSON can hold a part; a sentence that mentions one does not. */
function holdsMediaPart(text: string): boolean {
  const first = text.trimStart()[0];
  if (first !== '[' && first !== '{') return false;
  if (!text.includes('"type"')) return false;
  return isMediaPart(parseJson(text), 0);
}

function isMediaPart(value: unknown, depth: number): boolean {
  if (depth > 8) return false;
  if (Array.isArray(value)) return value.some((item) => isMediaPart(item, depth + 1));
  if (!isRecord(value)) return false;
  const typed = typeof value['type'] === 'string' && partTypes.test(value['type']);
  const media = mediaTypeKeys.some((key) =>
    /^(image|audio|video|application\/pdf)/.test(readText(value[key]) ?? ''),
  );
  const paid = payloadKeys.some((key) => value[key] !== undefined && value[key] !== null);
  const openAi = value['type'] === 'image_url' || value['type'] === 'input_image';
  if (typed && paid && (media || openAi)) return true;
  return Object.values(value).some((item) => isMediaPart(item, depth + 1));
}
