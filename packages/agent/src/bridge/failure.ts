// A provider's failure in our own words. What it wrote may hold signed addresses, keys or parts of the prompt, so nothing
// of it is kept: only the kind, which decides about the one retry.
import { isRecord } from '@percept/core/internal';
import { type Refusal } from '@percept/core';

const failures = {
  refusedKey: {
    refused: 'forbidden',
    message: 'the provider did not accept the credentials',
    hint: 'Check the key of this model.',
  },
  noModel: {
    refused: 'absent',
    message: 'the provider does not have this model',
    hint: 'Check the name of the model.',
  },
  busy: {
    refused: 'unavailable',
    message: 'the provider is busy or out of quota',
    hint: 'Try again later.',
  },
  broken: {
    refused: 'unavailable',
    message: 'the provider had an internal failure',
    hint: 'Try again later.',
  },
  notTaken: {
    refused: 'unperceivable',
    message: 'the provider did not take the media',
    hint: 'Choose a model that takes it.',
  },
  unreachable: {
    refused: 'unreachable',
    message: 'the provider could not be reached',
    hint: 'Check the address and the network.',
  },
  unknown: {
    refused: 'worker-failed',
    message: 'the describer failed',
    hint: 'See the settings of this model.',
  },
  silent: {
    refused: 'empty',
    message: 'the model answered without words',
    hint: 'Choose another model.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;

export const silence: Refusal = failures.silent;

export const timedOut: Refusal = {
  refused: 'timed-out',
  message: 'it did not answer in time',
  hint: 'Raise bridge.timeoutMs, or choose a faster model.',
};

export const cancelled: Refusal = {
  refused: 'cancelled',
  message: 'the request was taken back',
  hint: 'Ask again.',
};

/** @example classifyFailure(new APICallError({ statusCode: 429, message: 'slow down', url: 'https://api.example', requestBodyValues: {} })).refused // 'unavailable' */
export function classifyFailure(error: unknown): Refusal {
  if (!isRecord(error)) return failures.unknown;
  const status = error['statusCode'];
  if (typeof status === 'number') return ofStatus(status);
  if (isConnectionFailure(error)) return failures.unreachable;
  return failures.unknown;
}

function ofStatus(status: number): Refusal {
  if (status === 401 || status === 403) return failures.refusedKey;
  if (status === 404) return failures.noModel;
  if (status === 402 || status === 408 || status === 429) return failures.busy;
  if (status >= 500) return failures.broken;
  if (status >= 400) return failures.notTaken;
  return failures.unknown;
}

/** Node's fetch wraps the socket's error, and the SDK wraps that. */
function isConnectionFailure(error: Readonly<Record<string, unknown>>, depth = 0): boolean {
  const { code, cause, name } = error;
  if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code)) return true;
  if (name === 'AI_APICallError' && error['statusCode'] === undefined) return true;
  return depth < 4 && isRecord(cause) && isConnectionFailure(cause, depth + 1);
}

/** What may pass on a second try. */
export function isPassing({ refused }: Refusal): boolean {
  return refused === 'timed-out' || refused === 'unreachable' || refused === 'unavailable';
}
