// Names that steer a terminal: no command prints them as they are, on standard output or standard error, in words or JSON.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printableJson, printableLines } from '@percept/core/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../packages/percept/src/cli/catalogue.ts';
import { dealt } from '../amount.ts';
import { openClone, percept } from './clone.ts';
import { attacksFrom } from './tries.ts';

/** Clipboard, title, carriage return, eight-bit CSI, direction and nothing to see. */
const nasty = '\u001b]52;c;Y3VybCBldmlsfHNo\u0007\u001b]0;t\u0007\r\u009b2J\u202egpj\u200b';
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe('a file name that steers terminals', { timeout: 240_000 }, () => {
  const calls = [
    ['view', `--${nasty}.png`],
    ['view', `${nasty}.png`],
    ['view', `${nasty}.txt`],
    ['view', `${nasty}-missing.png`],
    ['ingest', `--${nasty}.png`],
    ['ingest', `${nasty}.png`, `${nasty}.txt`],
    ['describe', `${nasty}.txt`],
    ['transcribe', `${nasty}.png`],
    ['blobs', 'get', nasty],
    ['blobs', nasty],
    ['sessions', 'show', nasty],
    ['sessions', 'import', nasty],
    ['sessions', nasty],
    ['models', 'pull', nasty],
    ['trust', nasty],
    ['trust', '--forget', nasty],
    ['completion', nasty],
    ['gc', nasty],
    ['fsck', '--data', nasty],
    ['mcp', '--root', nasty],
    ['serve', '--tenants', nasty],
    ['serve', '--port', nasty],
    ['doctor', '--data', nasty],
    ['heal', `${nasty}.txt`],
    ['create', nasty],
    ['draw', 'a house', '--from', `${nasty}.png`],
    ['say', nasty, '--out', nasty],
    ['tour', nasty],
    ['acp', nasty],
    ['help', nasty],
    ['-p', 'what is this', `${nasty}.png`],
    [nasty],
    [`--${nasty}`],
  ];
  test('is given to every command that there is', { tags: ['d-no-escapes'] }, () => {
    const given = new Set([...calls.map(([name]) => name), 'chat']);
    expect(catalogue.map(({ name }) => name).filter((name) => !given.has(name))).toEqual([]);
  });

  test('is spelled out by every command', { tags: ['d-no-escapes'] }, async (context) => {
    const found = attacksFrom(context, 'finding glob-osc52');
    await using clone = await openClone();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    for (const name of [`--${nasty}.png`, `${nasty}.png`, `${nasty}.txt`])
      await writeFile(join(clone.deep, name), svg);
    await mkdir(join(clone.deep, nasty));
    const attempt = async (args: readonly string[]): Promise<void> => {
      const { stdout, stderr } = await percept(clone, args);
      found();
      const shown = `${stdout}${stderr}`.replaceAll(/[\n\t]/g, '');
      expect(shown, `from ${JSON.stringify(args)}`).not.toMatch(steering);
    };
    // Each starts a process: one form of every other call here, and what is left in the suite that has the time.
    const forms = calls.flatMap((args) => [args, [...args, '--json']]);
    const isFirst = (_: unknown, index: number): boolean => index % 4 === (index % 8 < 4 ? 0 : 1);
    const all = [
      ...dealt(
        forms.filter(isFirst),
        forms.filter((args, index) => !isFirst(args, index)),
      ),
    ];
    while (all.length > 0) await Promise.all(all.splice(0, 4).map(attempt));
  });

  test('is the same value in JSON, and text otherwise', { tags: ['d-no-escapes'] }, (context) => {
    const attempt = attacksFrom(context, 'own');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        attempt();
        const json = printableJson({ [text]: text });
        expect(json).not.toMatch(steering);
        expect(JSON.parse(json)).toEqual({ [text]: text });
        expect(printableLines(text).replaceAll(/[\n\t]/g, '')).not.toMatch(steering);
      }),
      { numRuns: 2_000 },
    );
  });
});
