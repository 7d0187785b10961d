// The way to run a network that is always there: ONNX Runtime's wasm build from npm, single-threaded, checked against its
// pin before it runs. Nothing is fetched, and nothing native is loaded here.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';

/** SHA-256 of the files as they are in the npm package onnxruntime-web 1.30.0. */
const runtimePin = {
  version: '1.30.0',
  wasmSha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2',
} as const;

let ready: Promise<void> | undefined;

async function start(): Promise<void> {
  const wasm = await readFile(
    new URL(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')),
  );
  const actual = createHash('sha256').update(wasm).digest('hex');
  if (actual !== runtimePin.wasmSha256)
    throw new Error('The ONNX runtime that is installed is not the pinned one.');
  env.logLevel = 'error';
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = wasm;
  env.wasm.wasmPaths = { mjs: import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.mjs') };
}

export interface Network {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

/** Who runs networks: this one, or a native one that read the same. */
export interface Runtime {
  /** Part of every version: another runtime may round otherwise. */
  readonly name: string;
  readonly open: (model: Uint8Array) => Promise<Network>;
}

export async function openNetwork(model: Uint8Array): Promise<Network> {
  ready ??= start();
  await ready;
  const session = await InferenceSession.create(model, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    enableMemPattern: false,
    // An arena keeps every chunk that some shape once needed; exact allocation is as fast here and stays flat.
    enableCpuMemArena: false,
    logSeverityLevel: 3,
  });
  // Compiled by now: the 14 MB are not needed twice.
  delete env.wasm.wasmBinary;
  return session;
}

export const wasmRuntime: Runtime = { name: `ort-${runtimePin.version}`, open: openNetwork };

/** The numbers of one output, which must be there and must be floats: anything else is another model. */
export function floatsOf(
  outputs: Readonly<Record<string, Tensor>>,
  name: string | undefined,
): Floats {
  const tensor = name === undefined ? undefined : outputs[name];
  if (!tensor || !(tensor.data instanceof Float32Array))
    throw new Error('The network did not answer with floats.');
  return { data: tensor.data, dims: tensor.dims };
}

export interface Floats {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export { Tensor };
