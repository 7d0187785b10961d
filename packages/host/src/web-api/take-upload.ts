// One file on its way in from a browser: through the one intake, told step by step, and with a look at its first page for
// the person where it has no pixels of its own. Whoever stops listening takes it back.
import { takeIn } from '@percept/agent/internal';
import {
  accept,
  type BlobSource,
  type BlobStore,
  type ImageBlock,
  type Outcome,
  type StoredBlock,
} from '@percept/core';
import type { ByteStream, Door } from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import type { UploadEvent } from '@percept/contract';
import type { NewUpload } from './upload-store.ts';

export interface UploadTools {
  readonly store: BlobStore;
  readonly door: Door;
  readonly darkroom: Darkroom | undefined;
}

export interface UploadRequest {
  readonly body: ByteStream;
  readonly name: string;
  readonly declaredType?: string | undefined;
  readonly totalBytes?: number | undefined;
  readonly signal: AbortSignal;
  readonly tell: (event: UploadEvent) => void;
}

export async function takeUpload(
  tools: UploadTools,
  request: UploadRequest,
): Promise<Outcome<NewUpload>> {
  const { body, name, declaredType, totalBytes, signal, tell } = request;
  const taken = await takeIn(
    tools,
    { kind: 'stream', stream: body, name, ...(declaredType !== undefined && { declaredType }) },
    {
      name,
      signal,
      onStage: (step) => tell({ type: 'checking', step }),
      onProgress: ({ readBytes: bytes }) =>
        tell({ type: 'reading', bytes, ...(totalBytes !== undefined && { totalBytes }) }),
    },
  );
  if (!taken.ok) return taken;
  const { block, warnings } = taken.value;
  if (block.type !== 'file') return accept({ block, pageCount: 0, warnings });
  tell({ type: 'rendering', page: 1 });
  return lookAt(tools, block, name, signal);
}

/** What cannot be drawn is still a file that a model may take. */
async function lookAt(
  { store, darkroom }: UploadTools,
  block: StoredBlock,
  name: string,
  signal: AbortSignal,
): Promise<Outcome<NewUpload>> {
  const bytes = await store.get(block.sha256);
  if (!bytes.ok) return bytes;
  const drawn = await darkroom?.develop({ bytes: bytes.value, name }, {}, signal);
  if (!drawn?.ok)
    return accept({ block, pageCount: 0, warnings: drawn ? [drawn.refusal.message] : [] });
  const { pageCount, pages, warnings } = drawn.value;
  const [page] = pages;
  const kept = page && (await store.put(page.png));
  const look: ImageBlock<BlobSource> | undefined =
    page && kept?.ok
      ? {
          type: 'image',
          source: { kind: 'blob' },
          mime: 'image/png',
          sha256: kept.value,
          width: page.width,
          height: page.height,
          bytes: page.png.length,
          origin: { kind: 'perception', ref: `attachment:${name}`, page: 1 },
        }
      : undefined;
  const told = warnings.map(({ message }) => message);
  return accept({ block, pageCount, warnings: told, ...(look && { look }) });
}
