// The little of WebAssembly that the engines touch, typed here because the compiler's libraries have it only for browsers.
import { readFile } from 'node:fs/promises';
import { inside } from '@percept/core/internal';
import type { Rule } from '@percept/core/internal/options';

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly RuntimeError: new () => Error;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
  compile(bytes: Uint8Array): Promise<object>;
};

/** Compiled code: crosses into a thread without being compiled again. */
export type CompiledWasm = object;

/** From its file. */
export async function compileWasm(path: string): Promise<CompiledWasm> {
  return WebAssembly.compile(await readFile(path));
}

/** At once, in a thread that is born for it. */
export function instantiateWasm(
  module: CompiledWasm,
  imports: object,
): { readonly exports: object } {
  return new WebAssembly.Instance(module, imports);
}

export const compiledWasm: Rule = (value, path) =>
  value instanceof WebAssembly.Module ? undefined : `${path} is compiled code`;

/** A trap leaves an instance in no known state; an error that an engine reports does not. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** How large the memory of an instance is, given its exports. */
export function wasmBytes(exports: unknown): number {
  return wasmBuffer(exports)?.byteLength ?? 0;
}

/** The memory of an instance as it is now; growing replaces the buffer, so it is asked for every time. */
export function wasmBuffer(exports: unknown): ArrayBuffer | undefined {
  const buffer = inside(exports, 'memory', 'buffer');
  return buffer instanceof ArrayBuffer ? buffer : undefined;
}
