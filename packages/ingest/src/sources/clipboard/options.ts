// What reading a clipboard needs to know: the platform and its environment come in, nothing is read from the process.
import type { SourceBytes, SourceOptions } from '../source.ts';
import type { Environment } from './command.ts';

/** `maxBytes` bounds everything that is taken together. */
export interface ClipboardOptions extends SourceOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
}

/** One image, or the files that were copied. */
export type ClipboardContent = readonly SourceBytes[];
