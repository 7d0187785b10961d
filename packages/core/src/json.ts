// JSON as a type, and the reader that proves a value is nothing else.
import { isRecord } from './parse/read.ts';
import { maxJsonDepth } from './limits.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJson(value: unknown, depth = 0): value is Json {
  if (depth > maxJsonDepth) return false;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return (
    isRecord(value) &&
    isPlain(value) &&
    Object.values(value).every((item) => isJson(item, depth + 1))
  );
}

export function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value) && isJson(value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value as JSON would carry it: optional fields that are undefined are gone. */
export function jsonOf(value: object): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  if (isJsonObject(copy)) return copy;
  throw new TypeError('This value is not a JSON object.');
}
