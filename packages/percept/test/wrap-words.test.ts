import { expect, test } from 'vitest';
import { foldHelp, lineWidth } from '../src/cli/wrap-words.ts';
import { helpText } from '../src/cli/help.ts';

test('help on a narrow screen is broken between words, and beside what it explains', () => {
  const folded = foldHelp(helpText(), 40).split('\n');
  expect(folded.filter((line) => line.length > 40)).toEqual([]);
  expect(folded).toContain('  trust       let the configuration of a');
  expect(folded).toContain('              folder do what it asks for');
  expect(folded.join(' ').replaceAll(/\s+/g, ' ')).toBe(helpText().replaceAll(/\s+/g, ' '));
});

test('an option that takes half of the screen has its words below it', () => {
  const help = '  --a-long-option NAME   what it does, told in some words';
  expect(foldHelp(help, 30).split('\n')).toEqual([
    '  --a-long-option NAME',
    '      what it does, told in',
    '      some words',
  ]);
  expect(foldHelp(help, 200)).toBe(help);
});

test('a pipe breaks no line, and neither does a terminal that does not know how wide it is', () => {
  const streams = [{}, { isTTY: false, columns: 40 }, { isTTY: true }, { isTTY: true, columns: 0 }];
  for (const stream of streams) expect(foldHelp(helpText(), lineWidth(stream))).toBe(helpText());
  expect(lineWidth({ isTTY: true, columns: 40 })).toBe(40);
});
