// A hint is advice that somebody types: whatever it names on the command line exists there.
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../src/cli/catalogue.ts';
import { sharedFlags } from '../src/cli/flags.ts';

const packages = fileURLToPath(new URL('../../', import.meta.url));

/** A hint is a property of that name, or what a constant of that name holds; its text may go on over several lines. */
const hints = /\bhint\b\s*[:=]\s*(?:[^'"`;,{}]*?)?(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs;

async function hintsOfSource(): Promise<
  readonly { readonly file: string; readonly hint: string }[]
> {
  const found: { file: string; hint: string }[] = [];
  for await (const file of glob('*/src/**/*.ts', { cwd: packages })) {
    const source = await readFile(`${packages}${file}`, 'utf8');
    for (const [, , hint = ''] of source.matchAll(hints)) found.push({ file, hint });
  }
  return found;
}

const all = await hintsOfSource();
const flagsOf = new Map<string, ReadonlySet<string>>();
for (const { name, load } of catalogue) {
  const { options } = await load();
  flagsOf.set(name, new Set(Object.keys({ ...sharedFlags, ...options })));
}
const everyFlag = new Set([...flagsOf.values()].flatMap((flags) => [...flags]));

describe('what a hint names exists', { tags: ['d-cli-true-hints'] }, () => {
  test('there are hints to judge', () => {
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(({ hint }) => /--[a-z]/.test(hint)).length).toBeGreaterThan(5);
  });

  test('every option is one of the command that it is said of', () => {
    const wrong: string[] = [];
    for (const { file, hint } of all) {
      // An option of another program stands behind its name.
      const ours = hint.replaceAll(/`(?!percept )[a-z][\w.-]* [^`]*`/g, '');
      for (const [, command, flag = ''] of ours.matchAll(
        /(?:percept ([a-z]+)[^`.;]*?)?(?<![\w-])--([a-z][a-z-]*)/g,
      )) {
        const known = command === undefined ? everyFlag : flagsOf.get(command);
        if (!known?.has(flag)) wrong.push(`${file}: --${flag} in "${hint}"`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('every command is one that exists', () => {
    const wrong = all.flatMap(({ file, hint }) =>
      [...hint.matchAll(/`percept ([a-z]+)/g)]
        .filter(([, name = '']) => !flagsOf.has(name))
        .map(([named]) => `${file}: ${named}`),
    );
    expect(wrong).toEqual([]);
  });

  test('every variable is read somewhere', async () => {
    const sources: string[] = [];
    for await (const file of glob('*/src/**/*.ts', { cwd: packages }))
      sources.push(await readFile(`${packages}${file}`, 'utf8'));
    const named = new Set(all.flatMap(({ hint }) => hint.match(/\bPERCEPT_[A-Z_]+[A-Z]\b/g) ?? []));
    expect(named.size).toBeGreaterThan(2);
    const unread = [...named].filter(
      (name) =>
        !sources.some((source) =>
          new RegExp(`\\['${name}'\\]|\\.${name}\\b|'${name}'`).test(source),
        ),
    );
    expect(unread).toEqual([]);
  });
});
