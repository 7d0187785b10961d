// Over a line the clipboard is on the other machine, and the terminal is the way to it. What it hands over is looked at
// like anything else: a type is a claim.
import { accept, type Outcome } from '@percept/core';
import { beginsAs } from '../../probe/signature.ts';
import { fits, tooLarge } from '../source.ts';
import { clipboardTypes, type ClipboardContent, type ClipboardOptions } from './options.ts';
import { notAnImage } from './refusals.ts';

/** Undefined where there is no such way. Copied files stay where they are: their paths lead nowhere here. */
export async function readTerminal(
  options: ClipboardOptions,
): Promise<Outcome<ClipboardContent> | undefined> {
  const { terminal, maxBytes, signal } = options;
  const read = await terminal?.({ types: clipboardTypes, maxBytes, signal });
  if (!read?.ok) return read;
  const { type, bytes } = read.value;
  if (!fits(bytes.length, maxBytes)) return tooLarge('The clipboard', bytes.length, maxBytes);
  return beginsAs(bytes) ? accept([{ bytes, declaredType: type }]) : notAnImage(bytes.length, type);
}
