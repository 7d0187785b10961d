// One file on its way to the server. XMLHttpRequest and not fetch, because only it tells how much has gone out; the
// answer is a stream of what the door does. Whatever happens, exactly one last event is told.
import type { UploadEvent } from '@percept/contract';
import type { Refusal } from '@percept/core';
import { failureOf, lost, type Failure } from './client.ts';
import { EventLines } from './event-lines.ts';
import { isUploadEvent } from './shapes.ts';

export interface Sending {
  cancel(): void;
}

export function startUpload(file: File, tell: (event: UploadEvent) => void): Sending {
  const request = new XMLHttpRequest();
  const lines = new EventLines();
  let over = false;
  const last = (event: UploadEvent): void => {
    if (over) return;
    over = true;
    tell(event);
  };
  const read = (): void => {
    if (request.status !== 200) return;
    for (const data of lines.take(request.responseText)) {
      const event: unknown = parsed(data);
      if (!isUploadEvent(event)) continue;
      if (event.type === 'done' || event.type === 'refused') last(event);
      else if (!over) tell(event);
    }
  };
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (!over) tell({ type: 'reading', bytes: loaded, totalBytes: total });
  });
  request.addEventListener('progress', read);
  request.addEventListener('error', () => last({ type: 'refused', refusal: refusalOf(lost) }));
  request.addEventListener('load', () => {
    read();
    const failure =
      request.status === 200 ? lost : failureOf(request.status, parsed(request.responseText));
    last({ type: 'refused', refusal: refusalOf(failure) });
  });
  request.open('POST', '/api/uploads');
  request.setRequestHeader('x-upload-name', encodeURIComponent(file.name.toWellFormed()));
  request.setRequestHeader('content-type', file.type || 'application/octet-stream');
  request.send(file);
  return {
    cancel: () => {
      over = true;
      request.abort();
    },
  };
}

function refusalOf({ kind, message, hint = 'Try again.' }: Failure): Refusal {
  return { refused: kind === 'lost' ? 'unreachable' : 'invalid-input', message, hint };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
