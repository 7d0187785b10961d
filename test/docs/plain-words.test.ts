// A reader guesses what a file holds from its path: names in the source are the words of the field, and what is the answer to
// one question is declared in one place.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/** Pictures of things that have a word of their own in docs/design.md. */
const metaphors =
  /house|desk|guest|invite|lineup|speaker|teller|onlooker|lookout|turnstile|patient$|treatment|inquiry|consulted|\bscribe|crew|bench|shelf|birth|\btray|\blooker|\/room\./i;

/** Tools and ideas that there is one of. */
const single = [
  'Bridge',
  'BoundedMap',
  'Limiter',
  'LookRequest',
  'MediaKind',
  'Presenter',
  'ReportReader',
  'SessionPool',
  'Supervision',
  'VolatileBlobStore',
  'assemblePng',
  'callModel',
  'fenced',
  'isRecord',
  'peek',
  'reportOf',
  'takeIn',
  'waitFor',
];

const files = readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /^[^/]+\/src\/.*\.tsx?$/.test(path) && !path.includes('node_modules'),
);

const declared = files.flatMap((path) =>
  [
    ...readFileSync(join(packages, path), 'utf8').matchAll(
      /^export (?:abstract |async )*(?:class|interface|type|function|const) (\w+)/gm,
    ),
  ].map(([, name = '']) => ({ name, path })),
);

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(declared.length).toBeGreaterThan(2000);
});

test('no file and no exported name is a metaphor of our own', () => {
  const names = [...files, ...declared.map(({ name, path }) => `${name} in ${path}`)];
  expect(names.filter((name) => metaphors.test(name.split(' in ')[0] ?? ''))).toEqual([]);
});

test.each(single)('%s is declared once', (wanted) => {
  expect(declared.filter(({ name }) => name === wanted)).toHaveLength(1);
});
