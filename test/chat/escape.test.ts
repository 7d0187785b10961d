// The escape boundary, judged by a real terminal: whatever a name, a tool or a model says, the screen shows our layout and
// the terminal has not been commanded.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { text, toolCalls, type Script } from 'percept/conformance';
import { openStage, type Stage } from '../acp/agent-process.ts';
import { look } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { ChatProcess } from './chat-process.ts';

const timeout = 240_000;
const ready = /› .*write, paste a picture/;
let stage: Stage;
afterEach(() => stage[Symbol.asyncDispose]());

/** Clears, moves, retitles, links, asks, sets modes, draws, and turns text around. */
const attacks = [
  '\u001b[2J\u001b[H',
  '\u001b]0;owned\u0007',
  '\u001b]52;c;b3duZWQ=\u0007',
  '\u001b]8;;https://evil.example/\u001b\\click\u001b]8;;\u001b\\',
  '\u001b[?1049h',
  '\u001b_Ga=T,f=100;AAAA\u001b\\',
  '\u001bP0;1;0q"1;1;1;1#0;2;0;0;0~\u001b\\',
  '\u001b]1337;File=inline=1:AAAA\u0007',
  '\u009b2J',
  '\u009d0;owned\u009c',
  '\u0007\u0008\u0008\u0008\u000b\u000c\u007f',
  '\u001b[6n\u001b[c',
  '\u001b[31mred\u001b[0m',
  '\u202eesrever\u202c',
  'a\u200bb\u2066c\u2069',
  '\u{10eeee}\u0305\u0305',
  'over\rwritten',
] as const;

// Every sequence that Ink and we write ourselves; what is left of the output must be plain.
/* oxlint-disable no-control-regex */
const ours = [
  /\u001b\[(?:0|1|2|3|4|7|22|23|24|27|3[1-9]|[1247](?:;[\d]+)*|(?:\d+;)*\d+)?m/g,
  /\u001b\[\d*[ABCDGJK]/g,
  /\u001b\[\?(?:25|2004|2026|5522)[hl$]p?/g,
  /\u001b\[\d*[23]?K/g,
  /\u001b\[>q|\u001b\[1[46]t|\u001b\[\?[12];1;0S|\u001b\[c/g,
  /\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\/g,
  /\u001b\]1337;ReportCellSize\u0007/g,
  /\u001b[78]/g,
];
/* oxlint-enable no-control-regex */

function strange(raw: string): string {
  const rest = ours
    .reduce((text, form) => text.replaceAll(form, ''), raw)
    .replaceAll(/[\r\n]/g, '');
  // oxlint-disable-next-line no-control-regex
  return [...rest.matchAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu)]
    .map(([char]) => JSON.stringify(char))
    .join(' ');
}

describe('nobody but the chat commands the terminal', { timeout }, () => {
  test(
    'not a model, in prose, code, links and headings',
    { tags: ['f-term-escape-boundary'] },
    async () => {
      const hostile = attacks
        .map(
          (attack) =>
            `# head ${attack}\n- item ${attack} **bold ${attack}** \`code ${attack}\`\n[link ${attack}](https://a.example/${attack})\n\`\`\`${attack}\n${attack}\n\`\`\`\n`,
        )
        .join('\n');
      stage = await openStage(async () => text(`${hostile}\nthe end of it`));
      await using it = new ChatProcess({ cwd: stage.root, env: stage.env, cols: 90, rows: 30 });
      await it.until(ready, 'the composer');
      await it.say('attack');
      await it.until(/the end of it/, 'the whole answer');
      await it.until(ready, 'the composer');
      expect(strange(it.raw)).toBe('');
      const all = it.scrollback();
      expect(all).toMatch(/^percept \d/m);
      expect(all).toMatch(/^› attack$/m);
      expect(all).toContain('\\u{1b}[2J');
      expect(all).toContain('\\u{202e}esrever');
      expect(all).toContain('\\u{1b}[31mred');
      expect(it.raw).not.toContain('\u001b]8');
    },
  );

  test(
    'not a file name, not a refusal that quotes it, and not a tool that read it',
    { tags: ['f-term-escape-boundary'] },
    async () => {
      const names = attacks.map((attack, at) => `${at}${attack.replaceAll('/', '_')}.png`);
      const calls = names.map((ref) => ({ tool: 'view', input: { ref } }));
      const script: Script = (_, index) =>
        index === 0
          ? toolCalls(
              ...calls,
              { tool: 'read', input: { ref: 'note.txt' } },
              { tool: attacks.join(''), input: {} },
            )
          : text('that is all');
      stage = await openStage(script);
      const picture = await drawQuadrants(drawPalette(3));
      for (const name of names) await writeFile(join(stage.root, name), picture);
      await writeFile(join(stage.root, 'note.txt'), attacks.join('\n'));
      await using it = new ChatProcess({ cwd: stage.root, env: stage.env, cols: 90, rows: 30 });
      await it.until(ready, 'the composer');
      it.type('see @');
      await it.until(/note\.txt/, 'suggestions');
      it.type('\u0015');
      await it.until(ready, 'the composer');
      await it.say('look around');
      await it.until(/that is all/, 'the answer');
      await it.until(ready, 'the composer');
      await it.say('/saw');
      const all = await it.shows(/What seeing saw/, 'the report');
      await it.calm();
      expect(strange(it.raw)).toBe('');
      expect(all).toMatch(/^percept \d/m);
      expect(all).toMatch(/● view 0\\u\{1b\}\[2J/);
      expect(all).toMatch(/● view 13\\u\{202e\}esrever/);
    },
  );

  test('not what a person pastes', { tags: ['f-term-escape-boundary'] }, async () => {
    stage = await openStage(look);
    await using it = new ChatProcess({ cwd: stage.root, env: stage.env, cols: 90, rows: 30 });
    await it.until(ready, 'the composer');
    it.paste(attacks.join(' '));
    await it.until(/written/, 'the paste');
    it.type('\r');
    await it.until(/I see no picture/, 'the answer');
    expect(strange(it.raw)).toBe('');
  });
});
