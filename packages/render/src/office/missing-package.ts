// The words for an engine that a host has not installed.
import type { Refusal } from '@percept/core';

export function isMissingModule(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}

export function missingPackage(what: string, name: string): Refusal {
  return {
    refused: 'renderer-missing',
    message: `The engine that reads ${what} is not installed with this host.`,
    hint: `Install it with \`npm install ${name}\`, or export the file as PDF and look at that.`,
  };
}
