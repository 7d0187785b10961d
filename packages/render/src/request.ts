// What the darkroom has to be given, and the bytes of whatever a program holds a source in.
import { accept, type Outcome } from '@percept/core';
import { targetRule } from '@percept/core/internal';
import {
  bytes,
  checkOptions,
  group,
  has,
  listOf,
  maybe,
  oneOf,
  positive,
  shape,
  signal,
  text,
  word,
  type Rule,
} from '@percept/core/internal/options';
import type { MediaSource } from '@percept/ingest';
import { densities, themes } from './options.ts';
import type { NamedBytes } from './source.ts';

const facts = shape({ id: word, version: word });
const whole: Rule = (value, path) =>
  shape({ fonts: text })(value, path) ?? has('accepts', 'render')(value, path);
const converting: Rule = (value, path) =>
  shape({ into: word })(value, path) ?? has('accepts', 'convert')(value, path);
export const rendererRule: Rule = (value, path) =>
  facts(value, path) ?? (converting(value, path) === undefined ? undefined : whole(value, path));

/** What a renderer hands out: one of the program's own may hand out anything. */
export const renderedRule: Rule = shape({
  pages: listOf(shape({ png: bytes, width: positive, height: positive })),
  pageCount: positive,
  warnings: listOf(group),
});

/** Which pages and which part is judged with the source, and refused in words that a model reads. */
export const developRules = {
  pages: maybe(group),
  target: maybe(targetRule),
  region: maybe(group),
  theme: maybe(oneOf(themes)),
  density: maybe(oneOf(densities)),
  signal: maybe(signal),
};

export function checkSource(caller: string, source: NamedBytes): void {
  checkOptions(caller, { source }, { source: shape({ bytes, name: maybe(text) }) });
}

/** Loaded when it is needed: whoever has bytes opens no file and no connection. */
export async function bytesOf(
  source: MediaSource,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Outcome<NamedBytes>> {
  const { arrive, inputOf } = await import('@percept/ingest/internal');
  const inspect = (): Outcome<unknown> => accept(undefined);
  const arrived = await arrive(inputOf('darkroom.draw', source), { maxBytes, signal, inspect });
  return arrived;
}
