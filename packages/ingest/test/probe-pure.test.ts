import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));

function filesOf(folder: string): readonly string[] {
  return readdirSync(source + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

/** Of core: pure, without a file, a process or a package from npm. */
const words: ReadonlySet<string> = new Set([
  '@percept/core',
  '@percept/core/internal',
  '@percept/core/internal/options',
]);

test('the pre-filter imports nothing but itself and the words of core', () => {
  const files = ['sniff.ts', ...filesOf('probe'), ...filesOf('strip')];
  expect(files.length).toBeGreaterThan(30);
  const foreign = files.flatMap((file) => {
    const text = readFileSync(source + file, 'utf8');
    const imports = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
      ([, name = '']) => name,
    );
    return imports
      .filter((name) => !words.has(name) && !/^\.{1,2}\/(?:[\w.-]+\/)*[\w-]+\.ts$/.test(name))
      .map((name) => `${file}: ${name}`);
  });
  const outside = files.filter((file) =>
    /\.\.\/(?:admission|decoder|fit|sources)\//.test(readFileSync(source + file, 'utf8')),
  );
  expect([...foreign, ...outside]).toEqual([]);
});
