// Reads the payload of a media part, in all the shapes that survive (or do not survive) a JSON round trip.
import { parseMediaUrl } from '../ids.ts';
import { isRecord, readText } from '../parse/read.ts';
import type { MediaData } from './media.ts';
import { maxBase64LineChars } from '../limits.ts';

export interface ReadData {
  readonly data: MediaData;
  /** Where the payload says its own type. */
  readonly mime?: string;
  /** Inline text: no media at all. */
  readonly text?: boolean;
  /** Bytes that JSON turned into numbers, base64 in lines or in URL-safe letters: readable, but never as they stand. */
  readonly mangled?: boolean;
}

const nothing: ReadData = { data: { kind: 'nothing' } };

/** A payload is wrapped once or twice; what is wrapped without end is none. */
const deepestWrap = 8;

export function readData(value: unknown, wraps = 0): ReadData {
  if (wraps > deepestWrap) return nothing;
  if (typeof value === 'string') return fromText(value);
  if (value instanceof URL) return fromText(value.href);
  if (value instanceof Uint8Array)
    return value.length > 0 ? { data: { kind: 'bytes', bytes: value } } : nothing;
  if (value instanceof ArrayBuffer) return readData(new Uint8Array(value), wraps + 1);
  if (!isRecord(value)) return nothing;
  switch (value['type']) {
    case 'data':
      return readData(value['data'], wraps + 1);
    case 'url':
      return readData(value['url'], wraps + 1);
    case 'reference':
      return isRecord(value['reference'])
        ? { data: { kind: 'handle', handle: value['reference'] } }
        : nothing;
    case 'text':
      return typeof value['text'] === 'string' ? { ...nothing, text: true } : nothing;
    default: {
      const bytes = readNumbers(value);
      if (bytes) return { data: { kind: 'bytes', bytes }, mangled: true };
      return Object.keys(value).length > 0 ? { data: { kind: 'handle', handle: value } } : nothing;
    }
  }
}

function fromText(text: string): ReadData {
  if (text === '') return nothing;
  if (/^data:/i.test(text.slice(0, 5))) return fromDataUrl(text);
  if (text.startsWith('media:')) {
    const blob = parseMediaUrl(text);
    return blob.ok ? { data: { kind: 'blob', blob: blob.value } } : nothing;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(text.slice(0, 32))) return { data: { kind: 'url', url: text } };
  const base64 = plainBase64(text);
  return { data: { kind: 'base64', base64 }, ...(base64 !== text && { mangled: true }) };
}

/** In one line, and in the letters that every provider reads. */
function plainBase64(text: string): string {
  const base64 = inOneLine(text);
  if (!base64.includes('-') && !base64.includes('_')) return base64;
  const standard = base64.replaceAll('-', '+').replaceAll('_', '/');
  return standard.padEnd(Math.ceil(standard.length / 4) * 4, '=');
}

export function inOneLine(base64: string): string {
  const wrapped = /\s/.test(base64.slice(0, maxBase64LineChars)) || /\s$/.test(base64.slice(-2));
  return wrapped ? base64.replaceAll(/\s+/g, '') : base64;
}

function fromDataUrl(url: string): ReadData {
  const comma = url.indexOf(',');
  const head = url.slice(5, comma < 0 ? undefined : comma);
  const [mime = ''] = head.split(';', 1);
  const payload = comma < 0 ? '' : url.slice(comma + 1);
  const base64 = plainBase64(payload);
  const encoded = /;\s*base64\s*$/i.test(head) && base64 !== '';
  return {
    data: encoded ? { kind: 'base64', base64 } : { kind: 'nothing' },
    ...(mime && { mime }),
    ...(base64 !== payload && { mangled: true }),
  };
}

/** `{"0":137,"1":80,…}` is a stringified Uint8Array, `{"type":"Buffer","data":[…]}` a stringified Buffer. */
export function readNumbers(value: unknown): Uint8Array | undefined {
  if (Array.isArray(value)) return fromNumbers(value);
  if (!isRecord(value)) return undefined;
  if (readText(value['type']) === 'Buffer')
    return Array.isArray(value['data']) ? fromNumbers(value['data']) : undefined;
  if (typeof value['0'] !== 'number') return undefined;
  const numbers = Object.values(value);
  return String(numbers.length - 1) in value ? fromNumbers(numbers) : undefined;
}

const fewestBytes = 16;

function fromNumbers(numbers: readonly unknown[]): Uint8Array | undefined {
  if (numbers.length < fewestBytes) return undefined;
  const bytes = new Uint8Array(numbers.length);
  for (const [index, number] of numbers.entries()) {
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > 255)
      return undefined;
    bytes[index] = number;
  }
  return bytes;
}
