// A command is data plus one function from an invocation to an answer. It never prints and never exits: that is done in
// one place, so that `--json`, refusals and exit codes mean the same everywhere.
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Json, JsonObject, Outcome, Refusal } from '@percept/core';

export interface Invocation {
  readonly args: readonly string[];
  readonly flags: Flags;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** One line about long work, on standard error and only where a person watches; it is gone before the answer. */
  readonly progress: (line: string) => void;
}

export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly workingDirectory: string;
  /** Throws a `FaultError` where there is none. */
  readonly homeDirectory: string;
  readonly stdin: NodeJS.ReadStream;
}

/** Parsed options by name; the readers turn them into typed values or a usage error. */
export interface Flags {
  text(name: string): string | undefined;
  /** Every value of an option that may be given more than once. */
  texts(name: string): readonly string[];
  on(name: string): boolean;
}

export type Answer =
  | {
      readonly kind: 'said';
      readonly json: JsonObject;
      /** Words: whatever could steer a terminal is spelled out when it is printed. */
      readonly text: string;
      /** Pictures that we drew for this terminal, before the words. */
      readonly drawn?: string;
    }
  /** The work was done, and what it found is bad: an invariant is broken. */
  | { readonly kind: 'found-fault'; readonly json: JsonObject; readonly text: string }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** More fields for the JSON object, and the words that replace the refusal's own for a person. */
      readonly details?: Readonly<Record<string, Json>>;
      readonly text?: string;
    }
  /** Raw bytes for standard output. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export interface Command {
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  run(invocation: Invocation): Promise<Answer>;
}

/** The words of the call are off. Exit code 2. */
export class UsageError extends Error {
  readonly code = 'PERCEPT_USAGE';
}

/** The environment is broken (a damaged database, an unusable folder): not a bug of ours, nothing a model can adapt to. Exit code 1. */
export class FaultError extends Error {
  readonly code = 'PERCEPT_FAULT';
}

/** What does the work said no, and that is the answer of the command. Exit code 3. */
export class RefusalError extends Error {
  readonly code = 'PERCEPT_REFUSAL';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export function orRefuse<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new RefusalError(outcome.refusal);
}

/** For what a command stands on: without it there is nothing to answer about. */
export function orFault<T>(outcome: Outcome<T>, more = ''): T {
  if (outcome.ok) return outcome.value;
  const { message, hint } = outcome.refusal;
  throw new FaultError([message, hint, more].filter(Boolean).join(' '));
}

/** Everything was told while it ran. */
export const nothing: Answer = { kind: 'bytes', bytes: new Uint8Array() };

export function said(json: JsonObject, text: string, drawn = ''): Answer {
  return { kind: 'said', json, text, drawn };
}
