// What reading a clipboard needs to know: the platform and its environment come in, nothing is read from the process.
import type { ImageType, Outcome } from '@percept/core';
import type { SourceBytes, SourceOptions } from '../source.ts';
import type { Environment } from './command.ts';

/** What is asked for, best first: lossless before lossy. The door decides what the bytes really are. */
export const clipboardTypes: readonly ImageType[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
];

/** `maxBytes` bounds everything that is taken together. */
export interface ClipboardOptions extends SourceOptions {
  /** Without it, as many as a message usually holds. */
  readonly maxFiles?: number | undefined;
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly terminal?: TerminalRead | undefined;
}

/** The clipboard of the machine in front of the terminal (OSC 5522). Undefined where the terminal does not share it. */
export type TerminalRead = (request: {
  /** Best first. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}) => Promise<Outcome<{ readonly type: string; readonly bytes: Uint8Array }> | undefined>;

/** One image, or the files that were copied. */
export type ClipboardContent = readonly SourceBytes[];
