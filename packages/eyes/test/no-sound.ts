// The quickest job that the eyes' process has: bytes that are no sound. It loads no model.
import { isTranscript } from '../src/worker/message.ts';
import type { Task } from '../src/worker/eyes-process.ts';
import type { Transcript } from '../src/transcript.ts';

export function noSound(bytes: number): Task<Transcript> {
  const job = { bytes: new Uint8Array(bytes), modelsFolder: '/nowhere', maxAudioMs: 1000 };
  return {
    job: { type: 'transcribe', ...job },
    timeoutMs: 20_000,
    maxMemoryBytes: 2_000_000_000,
    isExpected: isTranscript,
  };
}
