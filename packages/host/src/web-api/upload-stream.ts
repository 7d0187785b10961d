// An upload as the browser follows it: events while the file is read, checked and drawn, then what became of it. A reader
// that goes away takes the file back, also when it was just about to be kept.
import { attachmentName } from '@percept/agent/internal';
import { readMediaType, withoutUnprintable } from '@percept/core/internal';
import { type TenantId } from '@percept/core';
import { eventStream, type EventSink } from './event-stream.ts';
import type { UploadEvent } from '@percept/contract';
import { takeUpload } from './take-upload.ts';
import type { WebApiService } from './web-api.ts';

export function uploadStream(
  service: WebApiService,
  tenant: TenantId,
  request: Request,
  leave: () => void,
): Response {
  const name = nameIn(request.headers.get('x-upload-name'));
  return eventStream(service.setup.hostLimits, (sink) => {
    const tell = (event: UploadEvent): void => void sink.send({ data: event });
    work(service, { tenant, request, name, sink, tell })
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

interface Work {
  readonly tenant: TenantId;
  readonly request: Request;
  readonly name: string;
  readonly sink: EventSink;
  readonly tell: (event: UploadEvent) => void;
}

async function work(
  service: WebApiService,
  { tenant, request, name, sink, tell }: Work,
): Promise<void> {
  const { headers, body } = request;
  const pool = await service.setup.runtime.pool();
  const { door, darkroom } = pool.parts;
  const length = Number(headers.get('content-length') ?? Number.NaN);
  const { signal } = sink;
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
  if (!taken.ok) return tell({ type: 'refused', refusal: taken.refusal });
  const kept = await service.uploads.keep(tenant, name, taken.value);
  if (!kept.ok) return tell({ type: 'refused', refusal: kept.refusal });
  const uploaded = await service.uploaded(tenant, kept.value);
  // Nobody was told its name, so nobody could remove it.
  if (signal.aborted) await service.uploads.remove(tenant, kept.value.id);
  else tell({ type: 'done', uploaded });
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
