// One file on its way in from a browser: through the one intake, told step by step, and with a look at its first page for
// the person where it has no pixels of its own. A reader that goes away takes the file back, also when it was just about to be kept.
import { attachmentName, takeIn } from '@percept/agent/internal';
import {
  accept,
  type BlobStore,
  type Outcome,
  type StoredBlock,
  type TenantId,
} from '@percept/core';
import { keepPng, readMediaType, withoutUnprintable } from '@percept/core/internal';
import type { ByteStream, Door } from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import type { UploadEvent } from '@percept/contract';
import { eventStream } from './event-stream.ts';
import type { NewUpload } from './upload-store.ts';
import type { WebApiService } from './web-api.ts';

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

export function uploadStream(
  service: WebApiService,
  tenant: TenantId,
  request: Request,
  leave: () => void,
): Response {
  return eventStream(service.setup.hostLimits, (sink) => {
    const tell = (event: UploadEvent): void => void sink.send({ data: event });
    upload(service, tenant, request, { signal: sink.signal, tell })
      .catch((error: unknown) => {
        service.setup.report(error);
        tell({ type: 'refused', refusal: broken });
      })
      .finally(() => {
        leave();
        sink.end();
      });
  });
}

async function upload(
  service: WebApiService,
  tenant: TenantId,
  { headers, body }: Request,
  { signal, tell }: Pick<UploadRequest, 'signal' | 'tell'>,
): Promise<void> {
  const name = nameIn(headers.get('x-upload-name'));
  const length = Number(headers.get('content-length') ?? Number.NaN);
  const pool = await service.setup.runtime.pool();
  const { door, darkroom } = pool.parts;
  const taken = await takeUpload(
    { store: service.setup.memory, door, darkroom },
    {
      body: body ?? emptyBody(),
      name: attachmentName(name),
      declaredType: readMediaType(headers.get('content-type') ?? undefined),
      totalBytes: Number.isSafeInteger(length) ? length : undefined,
      signal,
      tell,
    },
  );
  const kept = taken.ok ? await service.uploads.keep(tenant, name, taken.value) : taken;
  if (!kept.ok) return tell({ type: 'refused', refusal: kept.refusal });
  const uploaded = await service.uploaded(tenant, kept.value);
  // Nobody was told its name, so nobody could remove it.
  if (signal.aborted) await service.uploads.remove(tenant, kept.value.id);
  else tell({ type: 'done', uploaded });
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
  const origin = { kind: 'perception', ref: `attachment:${name}`, page: 1 } as const;
  const look = page && (await keepPng(store, page, origin));
  const told = warnings.map(({ message }) => message);
  return accept({ block, pageCount, warnings: told, ...(look?.ok && { look: look.value }) });
}

async function* emptyBody(): AsyncGenerator<Uint8Array, void> {}

/** Percent-encoded, because a header carries no other letters. */
function nameIn(header: string | null): string {
  try {
    const name = withoutUnprintable(decodeURIComponent(header ?? ''))
      .slice(0, 200)
      .trim();
    return name === '' ? 'attachment' : name;
  } catch {
    return 'attachment';
  }
}

const broken = {
  refused: 'worker-failed',
  message: 'Taking the file in ended with an error inside Percept.',
  hint: 'Try it again; if it fails again, the file is worth a report.',
} as const;
