// A request body in memory, within what one request and all of them together may hold. Whoever stops sending is not waited
// for, and what was packed is unpacked within the same bound.
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import zlib, { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Share } from '../http/held-bytes.ts';
import type { GatewayLimits } from './limits.ts';
import type { Problem } from './wire-error.ts';

export type Held =
  | { readonly kind: 'held'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** The client went away. */
  | { readonly kind: 'gone' };

export async function holdBody(
  request: IncomingMessage,
  share: Share,
  { maxRequestBytes, bodyIdleMs }: GatewayLimits,
): Promise<Held> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxRequestBytes) return refused(tooLarge(maxRequestBytes));
  const { promise, resolve } = Promise.withResolvers<Held>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => {
    resolve(refused({ kind: 'slow', message: `No byte of the body came for ${bodyIdleMs} ms.` }));
  }, bodyIdleMs);
  const onData = (chunk: Buffer): void => {
    timer.refresh();
    bytes += chunk.length;
    if (bytes > maxRequestBytes) resolve(refused(tooLarge(maxRequestBytes)));
    else if (!share.take(chunk.length)) resolve(refused(busy));
    else chunks.push(chunk);
  };
  request
    .on('data', onData)
    .once('end', () => resolve({ kind: 'held', bytes: Buffer.concat(chunks, bytes) }))
    .once('error', () => resolve({ kind: 'gone' }))
    .once('close', () => resolve({ kind: 'gone' }));
  const held = await promise;
  clearTimeout(timer);
  request.off('data', onData);
  return held;
}

type Unpacker = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unpackers: ReadonlyMap<string, Unpacker> = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  // Node before 22.15 has no zstd.
  ...('zstdDecompress' in zlib ? [['zstd', promisify(zlib.zstdDecompress)] as const] : []),
]);

/** Unpacked for the lens; what goes on is packed as it came, unless the lens changes it. */
export async function unpack(
  bytes: Buffer,
  encoding: string | undefined,
  maxBytes: number,
  share?: Share,
): Promise<Held> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '') return { kind: 'held', bytes };
  const unpacker = unpackers.get(name);
  if (unpacker === undefined)
    return refused({
      kind: 'encoding',
      message: 'This content-encoding is not read here. Send gzip, deflate, br, zstd or none.',
    });
  try {
    const unpacked = await unpacker(bytes, { maxOutputLength: maxBytes });
    if (share && !share.take(unpacked.length)) return refused(busy);
    return { kind: 'held', bytes: unpacked };
  } catch (error) {
    const over = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (over) return refused(tooLarge(maxBytes));
    return refused({ kind: 'malformed', message: `The body is not ${name}.` });
  }
}

function tooLarge(max: number): Problem {
  return { kind: 'too-large', message: `The request is over ${max} bytes.` };
}

const busy: Problem = {
  kind: 'busy',
  message: 'Too many large requests at once. Try again in a moment.',
};

function refused(problem: Problem): Held {
  return { kind: 'refused', problem };
}
