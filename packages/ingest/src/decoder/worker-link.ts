// A decoder in a thread, for hosts where a process cannot be bounded: sharp's wasm build, which cannot be anything but
// wasm because native addons are switched off in that thread. A trap is an error, its memory has a hard ceiling, and
// `terminate` ends it in the middle of a decode.
import { concatenate, isRecord } from '@percept/core/internal';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Ending, Link, LinkEvents } from './link.ts';
import { decoderThreadFiles, maxDecoderHeapMb } from '../limits.ts';

export function linkWorker(
  entry: URL,
  maxMemoryBytes: number,
  { onFrame, onGarbage }: LinkEvents,
): Link {
  assureFiles();
  const worker = new Worker(entry, {
    execArgv: ['--no-addons', '--no-warnings'],
    env: {},
    workerData: { maxMemoryBytes },
    stdin: true,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxDecoderHeapMb },
  });
  worker.unref();
  let ending: Ending = { words: 'it was ended', isDenial: false };
  worker.on('message', (message: unknown) => {
    if (!isRecord(message) || !(message['body'] instanceof Uint8Array)) return onGarbage();
    const { head, body } = message;
    if (body.length > link.maxAnswerBytes) return onGarbage();
    return onFrame({ head, body });
  });
  worker.on('messageerror', onGarbage);
  worker.on('error', (error) => {
    const why = error instanceof Error ? error.message.slice(0, 160) : 'no reason given';
    ending = { words: `it failed: ${why}`, isDenial: true };
  });
  const gone = new Promise<Ending>((resolve) => worker.once('exit', () => resolve(ending)));

  const link: Link = {
    maxAnswerBytes: 0,
    gone,
    send(head, body) {
      // A copy for the thread alone, so that it can be handed over.
      const own = concatenate(body instanceof Uint8Array ? [body] : body);
      worker.postMessage({ head, body: own }, [own.buffer]);
    },
    end: () => void worker.terminate(),
    kill: () => void worker.terminate(),
  };
  return link;
}

/** Throws where files run out. The wasm build starts threads of its own, and where one of those fails a picture waits for ever. */
function assureFiles(): void {
  const held: number[] = [];
  try {
    while (held.length < decoderThreadFiles) held.push(openSync(devNull, 'r'));
  } finally {
    for (const file of held) closeSync(file);
  }
}
