// The settings of docs/coding-agents.md are those that `npm run agents` starts the agents with: no name in them is one that no run
// has used.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/coding-agents.md', import.meta.url), 'utf8');
const drivers = readFileSync(new URL('../../scripts/agents/drivers.ts', import.meta.url), 'utf8');

/** Variables, keys of TOML, JSON and YAML, and options, wherever the page spells code. */
function settingsIn(text: string): readonly string[] {
  const code = [...text.matchAll(/^```\w+\n([\s\S]*?)^```|`([^`]+)`/gm)].map(([whole]) => whole);
  const names = code.flatMap((one) => [
    ...one.matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/g),
    ...one.matchAll(/^\s*(?:- )?"?([a-z_]\w*)"?(?: =|:) /gim),
    ...one.matchAll(/"(\w+)": /g),
    ...one.matchAll(/ (--[a-z-]+)\b/g),
  ]);
  return [...new Set(names.map(([, name = '']) => name))];
}

/** Names that the user chooses, and options of Percept itself. */
const own: ReadonlySet<string> = new Set(['percept', '--look-in']);

/** Written out, or put together from its vendor and the rest (`${kind}_MODEL`). */
function isRun(name: string): boolean {
  const rest = name.replace(/^[A-Z]+_/, '}_');
  return (
    new RegExp(String.raw`\b${name.replace(/^-+/, '')}\b`).test(drivers) ||
    drivers.includes(`${rest}\``)
  );
}

test('the settings of coding agents are those that were run', () => {
  const settings = settingsIn(page).filter((name) => !own.has(name));
  expect(settings.length).toBeGreaterThan(25);
  expect(settings.filter((name) => !isRun(name))).toEqual([]);
});
