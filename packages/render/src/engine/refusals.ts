// The words for what can happen to an engine, as opposed to a source.
import { fewFilesHint, overLimit } from '@percept/core/internal';
import type { Refusal } from '@percept/core';

export const cancelled: Refusal = {
  refused: 'cancelled',
  message: 'The caller took the request back before the picture was drawn.',
  hint: 'Ask again if the picture is still wanted.',
};

export const closed: Refusal = {
  refused: 'unavailable',
  message: 'The darkroom was closed.',
  hint: 'Open a new one.',
};

export function lateEngine(name: string, max: number): Refusal {
  return {
    refused: 'timed-out',
    message: `The source was not drawn by ${name} within ${max} ms, and the engine was ended.`,
    hint: 'Simplify the source, look at a smaller part of it, or read it as text.',
    limit: { name: 'timeoutMs', max, actual: max },
  };
}

/** Of a machine that is busy, and not of the source. */
export class LateStart extends Error {}

export function lateStart(name: string, max: number): Refusal {
  return {
    refused: 'timed-out',
    message: `The ${name} engine did not start within ${max} ms.`,
    hint: 'The machine is busy: try again.',
    limit: { name: 'engineStartTimeoutMs', max, actual: max },
  };
}

/** Of a process that may open no more files, and not of the source. */
export function withoutFiles(what: string, reason: string): Refusal | undefined {
  const hint = fewFilesHint(reason);
  const message = `The ${what} could not be loaded: ${reason}.`;
  return hint === undefined ? undefined : { refused: 'unavailable', message, hint };
}

export function deadEngine(name: string, reason: string): Refusal {
  const without = withoutFiles(`${name} engine`, reason);
  if (without) return without;
  return {
    refused: 'worker-failed',
    message: `The ${name} engine died on this source: ${reason}.`,
    hint: 'The source may be hostile or broken. Save it again with another program, or read it as text.',
  };
}

/** Running out of memory inside an engine is the source's doing, and is said so. */
export function trappedEngine(name: string, reason: string): Refusal {
  if (!/memory|oom|alloc/i.test(reason)) return deadEngine(name, reason);
  return {
    refused: 'too-large',
    message: `The source needs more memory than the ${name} engine may have: ${reason}.`,
    hint: 'Simplify the source, or look at a smaller part of it.',
  };
}

export function overMemory(max: number, actual: number): Refusal {
  const hint = 'Simplify the source, or look at a smaller part of it.';
  return overLimit('maxEngineMemoryBytes', max, actual, hint);
}

/**
 * The package whose absence this error is about; undefined for every other error. Optional packages are loaded when they are first
 * needed, so their absence is an error of the module loader, in whichever thread.
 */
export function missingPackageOf(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  const name = /^Cannot find (?:package|module) '([^']{1,200})'/.exec(message)?.[1] ?? '';
  // A path is one of our own files: its absence is a bug.
  return /^(?:@[\w.-]+\/)?\w[\w.-]*/.exec(name)?.[0];
}

/** `packages` as `npm install` takes them. */
export function missingPackage(what: string, packages: string, otherwise: string): Refusal {
  return {
    refused: 'renderer-missing',
    message: `The engine that draws ${what} is not installed with this host.`,
    hint: `Install it with \`npm install ${packages}\`, or ${otherwise}.`,
  };
}
