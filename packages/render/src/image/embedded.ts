// Pictures inside a source: only those that it brings along, judged by their bytes before any engine sees them. What lives elsewhere
// is never fetched.
import { doorLimits, type Size } from '@percept/core';
import { readImageType } from '@percept/core/internal';
import { probe } from '@percept/ingest/internal/probe';
import { sniff } from '@percept/ingest/internal/sniff';

/** What a `data:` address holds; `elsewhere` for every other address. A lone `%` is one, as in browsers. */
export function dataAt(address: string): Uint8Array | 'elsewhere' {
  const head = /^data:([^,]{0,200}),/i.exec(address.slice(0, 210));
  if (!head) return 'elsewhere';
  // One letter for each byte: what is coded may be any, and not only letters.
  const letters = Buffer.from(address.slice(head[0].length))
    .toString('latin1')
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (coded) =>
      Buffer.from(coded.replaceAll('%', ''), 'hex').toString('latin1'),
    );
  const isBase64 = /;\s*base64\s*$/i.test(head[1] ?? '');
  return new Uint8Array(Buffer.from(letters, isBase64 ? 'base64' : 'latin1'));
}

export type Embedded =
  | { readonly kind: 'drawing' }
  | { readonly kind: 'picture'; readonly mime: string; readonly size: Size }
  | { readonly kind: 'neither'; readonly why: string };

/** An engine draws what may leave the door, and nothing else. How many pixels are too many is for whoever counts them. */
export function judgeEmbedded(bytes: Uint8Array): Embedded {
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'vector') return { kind: 'drawing' };
  if (sniffed.kind !== 'image' || !readImageType(sniffed.mime))
    return { kind: 'neither', why: 'It is no picture.' };
  const { mime } = sniffed;
  const limits = { ...doorLimits, maxSourcePixels: Number.MAX_SAFE_INTEGER };
  const found = probe(bytes, mime, limits);
  if (!found.ok) return { kind: 'neither', why: found.refusal.message };
  const { width, height } = found.value;
  return { kind: 'picture', mime, size: { width, height } };
}
