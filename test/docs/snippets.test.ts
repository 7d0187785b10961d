// Whatever a reader may copy compiles or is understood: code of documents and doc comments, calls of the command, scripts, settings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRecord } from '@percept/core/internal';
import { parseLayer } from '../../packages/agent/src/config/layer.ts';
import { callsIn, objectionTo } from './calls.ts';
import { blocksOf, documents, root } from './markdown-files.ts';
import { complaintsAbout, snippets } from './snippets.ts';

const all = documents();

describe('code', { tags: ['d-docs-code'], timeout: 600_000 }, () => {
  test('of documents and examples compiles, and what is wrong would be told', () => {
    const wrong = [
      "import { openTheDoor } from 'percept';",
      "import { openPercept } from 'percept';\nawait openPercept({ folder: '.percept' });",
      'inventedFunction(bytes);',
      'const { block } = unwrap(await door.ingest({ kind: "letters", bytes }));',
    ].map((code, index) => ({ place: `wrong-${index}:1`, code }));
    const complaints = complaintsAbout([...snippets(), ...wrong]);
    expect(complaints.filter((line) => !line.startsWith('wrong-'))).toEqual([]);
    const places = complaints.map((line) => line.split(': ')[0]);
    expect([...new Set(places)]).toEqual(['wrong-0:1', 'wrong-1:2', 'wrong-2:1', 'wrong-3:1']);
  });

  test('that is JSON is JSON, and a configuration is one', () => {
    const blocks = all.flatMap((document) =>
      blocksOf(document)
        .filter(({ language }) => language === 'json')
        .map(({ text, line }) => ({
          place: `${document.path}:${line}`,
          value: JSON.parse(text) as unknown,
        })),
    );
    const configurations = blocks.filter(
      ({ value }) => isRecord(value) && ('models' in value || 'main' in value),
    );
    expect(configurations.length).toBeGreaterThan(1);
    const refused = configurations.flatMap(({ place, value }) => {
      const read = parseLayer(value, place);
      return read.ok ? [] : [read.refusal.message];
    });
    expect(refused).toEqual([]);
  });
});

describe('calls', { tags: ['d-docs-calls'] }, () => {
  test.for(all)('of the command in $path are understood by it', async (document) => {
    const objections = await Promise.all(callsIn(document).map((call) => objectionTo(call)));
    expect(objections.filter((objection) => objection !== undefined)).toEqual([]);
  });

  test.for([
    ['percept serv', 'there is no such command'],
    ['percept serve --prot 80', "Unknown option '--prot'"],
    ['percept view a.png --page', 'argument missing'],
  ])('like %s would be told', async ([line = '', words = '']) => {
    const text = `    A=1 npx ${line}   # a remark\n`;
    const [call] = callsIn({ path: 'a.md', text });
    expect(call && (await objectionTo(call))).toContain(words);
  });

  test('of npm run name a script that is there', () => {
    const scripts = new Set(
      ['package.json', 'packages/web/package.json'].flatMap((path) => {
        const manifest: unknown = JSON.parse(readFileSync(join(root, path), 'utf8'));
        return isRecord(manifest) && isRecord(manifest['scripts'])
          ? Object.keys(manifest['scripts'])
          : [];
      }),
    );
    const named = all
      .filter(({ path }) => path !== 'docs/requirements.md')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/npm run (?:-s |-w \S+ )*([a-z][\w:-]*)/g)].map(([, name = '']) => ({
          path,
          name,
        })),
      );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !scripts.has(name))).toEqual([]);
  });
});
