// The native ONNX runtime, where the host has installed it. It is nobody's word that it works: it must load, answer like a
// runtime, and read the self-test as the wasm build does before it may read anything else.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isRecord, readText } from '@percept/core/internal';
import type { Network, Runtime } from './ort.ts';

interface NativeModule {
  readonly InferenceSession: {
    create(model: Uint8Array, options: object): Promise<unknown>;
  };
}

interface NativeSession extends Network {
  run(feeds: Parameters<Network['run']>[0], options?: object): ReturnType<Network['run']>;
}

/** Undefined when it cannot be loaded here, or is something else. */
export function openNative(entry: string): Runtime | undefined {
  const loaded = loadedFrom(entry);
  if (!isNativeModule(loaded)) return undefined;
  return {
    name: `ort-node-${versionOf(loaded)}`,
    open: async (model) => {
      const session = await loaded.InferenceSession.create(model, sessionOptions);
      if (!isSession(session)) throw new Error('The native runtime did not open the network.');
      return {
        inputNames: session.inputNames,
        outputNames: session.outputNames,
        run: (feeds) => session.run(feeds, runOptions),
        release: () => session.release(),
      };
    },
  };
}

function loadedFrom(entry: string): unknown {
  try {
    return createRequire(entry)(fileURLToPath(entry));
  } catch {
    return undefined;
  }
}

/** One thread, so that equal pictures give equal numbers on every machine and nothing spins while it waits. */
const sessionOptions = {
  executionProviders: ['cpu'],
  graphOptimizationLevel: 'all',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableMemPattern: false,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
} as const;

/** Its arena would keep what the largest picture needed. */
const runOptions = { extra: { memory: { enable_memory_arena_shrinkage: 'cpu:0' } } } as const;

function isNativeModule(value: unknown): value is NativeModule {
  if (!isRecord(value)) return false;
  const session = value['InferenceSession'];
  return typeof session === 'function' && 'create' in session;
}

function isSession(value: unknown): value is NativeSession {
  return (
    typeof value === 'object' &&
    value !== null &&
    'inputNames' in value &&
    'outputNames' in value &&
    'run' in value &&
    'release' in value
  );
}

function versionOf(loaded: object): string {
  const env = 'env' in loaded && isRecord(loaded.env) ? loaded.env : {};
  const versions = isRecord(env['versions']) ? env['versions'] : {};
  return readText(versions['node']) ?? 'unknown';
}
