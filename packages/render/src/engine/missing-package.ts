// The words for an engine that a host has not installed. Optional packages are loaded when they are first needed, so their
// absence is an error of the module loader, in whichever thread.
import type { Refusal } from '@percept/core';

/** The package whose absence this error is about; undefined for every other error. */
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
