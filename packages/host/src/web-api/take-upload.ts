// One file on its way in: read within bounds, judged by its bytes, taken through the door, and drawn as pages where it has
// no pixels of its own. Every step is told; whoever stops listening takes it back.
import {
  accept,
  refuse,
  type ImageBlock,
  type BlobSource,
  type Outcome,
  type Refusal,
  type StoredBlock,
} from '@percept/core';
import type { BlobStore } from '@percept/core';
import { readStream, sniff, type ByteStream, type Door } from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import type { UploadEvent } from './contract.ts';
import type { WebLimits } from './limits.ts';

export interface UploadTools {
  readonly store: BlobStore;
  readonly door: Door;
  readonly darkroom: Darkroom | undefined;
  readonly limits: WebLimits;
}

export interface UploadRequest {
  readonly body: ByteStream;
  readonly name: string;
  readonly declaredType?: string | undefined;
  readonly totalBytes?: number | undefined;
  readonly signal: AbortSignal;
  readonly tell: (event: UploadEvent) => void;
}

export interface TakenUpload {
  readonly block: StoredBlock;
  readonly pages: readonly ImageBlock<BlobSource>[];
  readonly pageCount: number;
  readonly warnings: readonly string[];
}

const timeouts = { idleTimeoutMs: 30_000, timeoutMs: 10 * 60_000 } as const;

export async function takeUpload(
  tools: UploadTools,
  request: UploadRequest,
): Promise<Outcome<TakenUpload>> {
  const { body, name, declaredType, totalBytes, signal, tell } = request;
  const read = await readStream(body, {
    maxBytes: tools.limits.maxBytesPerFile,
    ...timeouts,
    name,
    declaredType,
    totalBytes,
    signal,
    onProgress: ({ readBytes }) =>
      tell({ type: 'reading', bytes: readBytes, ...(totalBytes !== undefined && { totalBytes }) }),
  });
  if (!read.ok) return read;
  const { bytes } = read.value;
  tell({ type: 'checking', step: 'sniffing' });
  const hasPages = tools.darkroom?.canDevelop({ bytes, name }) === true;
  const taken = await tools.door.ingest(
    { kind: 'bytes', bytes, name, ...(declaredType !== undefined && { declaredType }) },
    {
      signal,
      expect: hasPages ? 'file' : 'media',
      origin: { kind: 'attachment', name },
      onStage: (step) => tell({ type: 'checking', step }),
    },
  );
  if (!taken.ok) return taken;
  const { block, warnings } = taken.value;
  if (!hasPages || block.type !== 'file') {
    return block.type === 'file'
      ? refuse(noEyes(sniff(bytes).kind))
      : accept({ block, pages: [], pageCount: 0, warnings });
  }
  return drawPages(tools, { block, bytes, warnings }, request);
}

async function drawPages(
  { darkroom, store, limits }: UploadTools,
  file: {
    readonly block: StoredBlock;
    readonly bytes: Uint8Array;
    readonly warnings: readonly string[];
  },
  { name, signal, tell }: UploadRequest,
): Promise<Outcome<TakenUpload>> {
  const pages: ImageBlock<BlobSource>[] = [];
  const warnings = new Set(file.warnings);
  let pageCount = 1;
  for (let page = 1; page <= Math.min(pageCount, limits.maxPagesPerFile); page++) {
    tell({ type: 'rendering', page, ...(page > 1 && { pages: pageCount }) });
    const options = { pages: { first: page, last: page } };
    const drawn = await darkroom?.develop({ bytes: file.bytes, name }, options, signal);
    if (!drawn) return refuse(noEyes('document'));
    if (!drawn.ok) {
      if (page === 1 || drawn.refusal.refused === 'cancelled') return drawn;
      // The pages before it are worth having.
      warnings.add(`Page ${page} could not be drawn: ${drawn.refusal.message}`);
      continue;
    }
    pageCount = drawn.value.pageCount;
    for (const { message } of drawn.value.warnings) warnings.add(message);
    for (const { png, width, height } of drawn.value.pages) {
      const kept = await store.put(png);
      if (!kept.ok) return kept;
      const origin = { kind: 'perception', ref: `attachment:${name}`, page } as const;
      const source = { kind: 'blob' } as const;
      const facts = { sha256: kept.value, width, height, bytes: png.length };
      pages.push({ type: 'image', source, mime: 'image/png', ...facts, origin });
    }
  }
  if (pageCount > pages.length)
    warnings.add(`${pages.length} of ${pageCount} pages are shown; the others can be looked at.`);
  return accept({ block: file.block, pages, pageCount, warnings: [...warnings] });
}

function noEyes(kind: string): Refusal {
  return {
    refused: 'renderer-missing',
    message: `This is a file without pixels (${kind}), and nothing here can draw it.`,
    hint: 'Export it as PDF, or as a picture, and attach that.',
  };
}

/** As the prompt and the model will call it: one word, whatever the file was called. */
export function attachmentName(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const plain = base.normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]+/gu, '_');
  const short = plain.replace(/^[._]+/, '').slice(-80);
  return short === '' ? 'attachment' : short;
}
