// The one place that writes answers and chooses exit codes (DESIGN: "The command line contract"). Names of files, words of
// pictures and messages of libraries stand in what is written, so nothing of it may steer a terminal.
import { writeSync } from 'node:fs';
import { printableJson, printableLines } from '@percept/core/internal';
import { type Refusal } from '@percept/core';
import type { Answer } from './command.ts';

export const exitCodes = {
  done: 0,
  fault: 1,
  usage: 2,
  refused: 3,
  /** 128 and the number of the signal, as a shell says it. */
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** Standard output takes no more: the answer is there and cannot be given. */
export class OutputError extends Error {
  readonly code = 'PERCEPT_OUTPUT';
}

export function printAnswer(answer: Answer, json: boolean): number {
  switch (answer.kind) {
    case 'said':
      if (json) say(printableJson(answer.json));
      else say(`${answer.drawn ?? ''}${printableLines(answer.text)}`);
      return exitCodes.done;
    case 'found-fault':
      say(json ? printableJson(answer.json) : printableLines(answer.text));
      return exitCodes.fault;
    case 'refused':
      if (json) say(printableJson({ ...answer.refusal, ...answer.details }));
      else tell(answer.text ?? refusalText(answer.refusal));
      return exitCodes.refused;
    case 'bytes':
      writeWhole(1, answer.bytes);
      return exitCodes.done;
  }
}

function refusalText(refusal: Refusal): string {
  return `refused (${refusal.refused}): ${refusal.message}\n${refusal.hint}`;
}

export function printUsage(message: string, command: string | undefined, json: boolean): number {
  const hint = `See: percept ${command === undefined ? '' : `${command} `}--help`;
  if (json) say(printableJson({ error: 'usage', message, hint }));
  else tell(`percept: ${message}\n${hint}`);
  return exitCodes.usage;
}

export function printFault(message: string, json: boolean): number {
  if (json) say(printableJson({ error: 'fault', message }));
  else tell(`percept: ${message}`);
  return exitCodes.fault;
}

export function printLostOutput(error: OutputError): number {
  tell(`percept: ${error.message}`);
  return exitCodes.fault;
}

export function printBug(error: unknown, json: boolean): number {
  const message = error instanceof Error ? error.message : String(error);
  if (json) say(printableJson({ error: 'bug', message }));
  tell(error instanceof Error && error.stack ? error.stack : message);
  return exitCodes.fault;
}

export function say(line: string): void {
  writeWhole(1, new TextEncoder().encode(line.endsWith('\n') ? line : `${line}\n`));
}

/** One or more lines on standard error. Where even that takes nothing, the exit code has to do. */
export function tell(line: string): void {
  try {
    writeWhole(2, new TextEncoder().encode(`${printableLines(line)}\n`));
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
  }
}

/** Synchronous, because a pipe that is still draining is cut off when the process exits. */
function writeWhole(descriptor: 1 | 2, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw lostOutput(error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

function lostOutput(error: unknown): OutputError {
  const reason = error instanceof Error ? error.message : String(error);
  return new OutputError(`the answer cannot be written: ${reason}`, { cause: error });
}
