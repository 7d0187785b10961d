// One tarball over HTTP into a file that survives an interruption: a second try asks only for what is missing. Nothing is
// believed here; the caller checks the integrity of the whole.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface DownloadOptions {
  readonly onProgress: (receivedBytes: number, totalBytes: number | undefined) => void;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export async function download(
  url: string,
  file: string,
  { onProgress, maxBytes, signal, headers }: DownloadOptions,
): Promise<Outcome<void>> {
  const { host } = new URL(url);
  const have = (await stat(file).catch(() => undefined))?.size ?? 0;
  try {
    const response = await fetch(url, {
      headers: { ...headers, ...(have > 0 && { range: `bytes=${have}-` }) },
      signal: signal ?? null,
    });
    // 416: there is nothing after what is already here.
    if (response.status === 416) return accept(undefined);
    if (!response.ok || !response.body)
      return refuse(unreachable(host, `it answered ${response.status}`));
    const resumed = response.status === 206;
    const before = resumed ? have : 0;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = Number.isFinite(length) ? before + length : undefined;
    let received = before;
    const counter = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        received += chunk.length;
        onProgress(received, total);
        done(received > maxBytes ? new Error('too many bytes') : null, chunk);
      },
    });
    const sink = createWriteStream(file, { flags: resumed ? 'a' : 'w' });
    await pipeline(Readable.fromWeb(response.body), counter, sink);
    return accept(undefined);
  } catch (error) {
    if (signal?.aborted)
      return refuse({
        refused: 'cancelled',
        message: 'The download was stopped.',
        hint: 'Run the same command again: it goes on where it stopped.',
      });
    return refuse(unreachable(host, error instanceof Error ? error.message : 'no reason given'));
  }
}

function unreachable(host: string, reason: string): Refusal {
  return {
    refused: 'unreachable',
    message: `The registry ${host} did not give the package: ${reason}.`,
    hint: 'Run the command again to go on, or bring the tarball with npm pack and pass its path.',
  };
}
