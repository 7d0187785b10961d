// A package.json as the scripts that pack read it.
import { readFileSync } from 'node:fs';
import { isRecord } from '@percept/core/internal';

export type Fields = Readonly<Record<string, unknown>>;

export function readFields(path: string): Fields {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isRecord(value)) throw new Error(`${path} is no object`);
  return value;
}
