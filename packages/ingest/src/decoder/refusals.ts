// The words for what can happen to a decoder, as opposed to a picture.
import type { Refusal } from '@percept/core';
import { fewFilesHint } from '@percept/core/internal';

export const cancelled: Refusal = {
  refused: 'cancelled',
  message: 'The caller took the picture back before it was decoded.',
  hint: 'Give the picture again if it is still wanted.',
};

export const strayWorker: Refusal = {
  refused: 'worker-failed',
  message: 'The isolated decoder answered with something that is not an answer, and was ended.',
  hint: 'The picture may be hostile. Open it in an image program and save it again.',
};

export function deadWorker(how: string): Refusal {
  return {
    refused: 'worker-failed',
    message: `The isolated decoder died on this picture: ${how}.`,
    hint: 'The picture may be hostile. Open it in an image program and save it again.',
  };
}

export function lateWorker(decodeTimeoutMs: number): Refusal {
  return {
    refused: 'timed-out',
    message: `The picture was not decoded within ${decodeTimeoutMs} ms.`,
    hint: 'Scale the picture down, or allow more time.',
    limit: { name: 'decodeTimeoutMs', max: decodeTimeoutMs, actual: decodeTimeoutMs },
  };
}

export function noDecoder(reasons: readonly string[]): Refusal {
  return {
    refused: 'unavailable',
    message: `No isolated decoder could be started: ${reasons.join('; ')}.`,
    hint:
      fewFilesHint(reasons.join(' ')) ??
      'Try again. If it stays so, `percept doctor` says what this system lacks for a sandbox.',
  };
}

/** Where walls of Node do not stand: a decoder would run without them, or die on a picture that is not to blame. */
export function otherRuntime(
  versions: Readonly<Record<string, string | undefined>> = process.versions,
): Refusal | undefined {
  const name = versions['bun'] === undefined ? 'Deno' : 'Bun';
  if (versions['bun'] === undefined && versions['deno'] === undefined) return undefined;
  return {
    refused: 'unavailable',
    message: `Pictures are decoded behind walls that Node has, and this is ${name}.`,
    hint: 'Take media in under Node: through `percept serve`, or a handler that is mounted there.',
  };
}

export const closedDecoder: Refusal = {
  refused: 'unavailable',
  message: 'The decoder was closed.',
  hint: 'Open a new one.',
};
