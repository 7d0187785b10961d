// The shared cases with known truth, where they are present: beside the repository, never part of it.
import { isRecord } from '@percept/core/internal';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../shared/eyes-cases/', import.meta.url));
export const noCases: string | undefined = existsSync(`${folder}screens/truth.json`)
  ? undefined
  : 'the shared cases are not beside this checkout';

export interface ScreenCase {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly lines: readonly string[];
}

export interface ChartCase {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly categories: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly max: number;
}

export interface AudioCase {
  readonly kind: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly words: string;
}

function truthOf(path: string): readonly Record<string, unknown>[] {
  const parsed: unknown = JSON.parse(readFileSync(folder + path, 'utf8'));
  return Array.isArray(parsed) ? parsed.filter((entry) => isRecord(entry)) : [];
}

function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((entry) => isRecord(entry)) : [];
}

export function screenCases(wanted: (id: string) => boolean = () => true): readonly ScreenCase[] {
  return truthOf('screens/truth.json')
    .filter(({ id }) => wanted(String(id)))
    .map(({ id, file, lines }) => ({
      id: String(id),
      bytes: readFileSync(folder + String(file)),
      lines: listOf(lines).map(({ text }) => String(text)),
    }));
}

export function chartCases(wanted: (id: string) => boolean = () => true): readonly ChartCase[] {
  return truthOf('charts/truth.json')
    .filter(({ id }) => wanted(String(id)))
    .map(({ id, file, type, cats, series, max }) => ({
      id: String(id),
      bytes: readFileSync(folder + String(file)),
      type: String(type),
      categories: Array.isArray(cats) ? cats.map(String) : [],
      series: listOf(series).map(({ name, v }) => ({
        name: String(name),
        values: Array.isArray(v) ? v.map(Number) : [],
      })),
      max: Number(max),
    }));
}

export function audioCases(): readonly AudioCase[] {
  return readFileSync(`${folder}audio/truth.tsv`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [kind = '', name = '', words = ''] = line.split('\t');
      return { kind, name, words, bytes: readFileSync(`${folder}audio/${name}.wav`) };
    });
}
