// A job's key: equal requests have equal keys however their parameters were written down, and nothing that the result
// depends on is left out of it.
import { hash } from 'node:crypto';
import { accept, isBlobId, isRecord, overLimit, refuse, type Outcome } from '@percept/core';
import { jobLimits } from './limits.ts';
import type { JobKey, JobRequest, Json } from './port.ts';

const operationPattern = /^[a-z][a-z0-9-]{0,62}$/;
const versionPattern = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,62}$/;
const keyPattern = /^([a-z][a-z0-9-]{0,62})@[A-Za-z0-9][A-Za-z0-9._+-]{0,62}:[0-9a-f]{64}$/;

/** `invalid-input` when a part is not what it should be, `too-large` when the parameters are. */
export function jobKey(request: JobRequest): Outcome<JobKey> {
  const { operation, version, input, params = null } = request;
  if (!operationPattern.test(operation)) return invalid('An operation is a lower-case name.');
  if (!versionPattern.test(version)) return invalid('A version has letters, digits and . _ + -.');
  if (!isBlobId(input)) return invalid('The input is a blob id.');
  if (!isJson(params)) return invalid('Parameters are plain JSON.');
  const text = JSON.stringify(sorted(params));
  const size = Buffer.byteLength(text);
  const { maxParamsBytes } = jobLimits;
  if (size > maxParamsBytes)
    return refuse(overLimit('maxParamsBytes', maxParamsBytes, size, 'Store it as a blob.'));
  const key = `${operation}@${version}:${hash('sha256', `${input}\n${text}`, 'hex')}`;
  return isJobKey(key) ? accept(key) : invalid('The key has another form.');
}

export function isJobKey(value: unknown): value is JobKey {
  return typeof value === 'string' && keyPattern.test(value);
}

export function operationIn(key: JobKey): string {
  return keyPattern.exec(key)?.[1] ?? '';
}

/** The name of the memo that remembers a result. */
export function memoName(key: JobKey): string {
  return `job/${key}`;
}

function isJson(value: unknown, depth = 0): value is Json {
  if (depth > 32) return false;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return isRecord(value) && Object.values(value).every((item) => isJson(item, depth + 1));
}

function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(sorted);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

/** `Array.isArray` does not narrow a readonly list. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function invalid(hint: string): Outcome<never> {
  return refuse({ refused: 'invalid-input', message: 'This is not a job.', hint });
}
