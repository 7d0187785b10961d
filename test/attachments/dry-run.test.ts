// `percept -p QUESTION FILE … --dry-run` as a process: the rule table's own forms, for a model that sees and one that does not,
// and nobody is asked anything.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { text } from 'percept/conformance';
import { expect, test } from 'vitest';
import { openStage } from '../acp/agent-process.ts';
import { square } from '../bridge/stage.ts';
import { drawPieces, table } from './pieces.ts';

const command = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));
const run = promisify(execFile);

/** The model that sees hears, too. */
const formsFor = {
  seeing: Object.entries(table).map(([row, { llava }]) => [row, row === 'sound' ? 'sound' : llava]),
  blind: Object.entries(table).map(([row, form]) => [row, form['text-1']]),
} as const;

test(
  'percept -p with files forecasts each in the form of the table, and sends nothing',
  { tags: ['d-one-intake'] },
  async () => {
    await using stage = await openStage(() => text('Never asked.'));
    const pieces = await drawPieces();
    for (const { name, bytes } of Object.values(pieces))
      await writeFile(join(stage.root, name), bytes);
    const names = Object.values(pieces).map(({ name }) => name);
    const forecast = async (files: readonly string[], ...more: readonly string[]) => {
      const { stdout } = await run(
        process.execPath,
        [command, '-p', 'What are these?', ...files, '--dry-run', ...more],
        { cwd: stage.root, env: stage.env },
      );
      return stdout;
    };
    for (const [model, forms] of Object.entries(formsFor)) {
      const report: {
        readonly slots: readonly { readonly attachment: string; readonly form: string }[];
      } = JSON.parse(await forecast(names, '--json', '--model', model));
      const told = Object.entries(pieces).map(([row, { name }]) => [
        row,
        [
          ...new Set(
            report.slots.filter((slot) => slot.attachment === name).map(({ form }) => form),
          ),
        ],
      ]);
      expect(Object.fromEntries(told)).toEqual(
        Object.fromEntries(forms.map(([row, form]) => [row, [form]])),
      );
    }
    const words = await forecast(['answer.ts', 'plan.svg']);
    expect(words).toMatch(/^answer\.ts: .*\nplan\.svg: /m);
    expect(words).toContain('Nothing was sent.');
    expect(stage.server.requests).toEqual([]);
  },
);

test('without a model the forecast counts nothing, and says who reads what is attached', async () => {
  await using stage = await openStage(() => text('Never asked.'), 'none');
  const name = 'square.png';
  await writeFile(join(stage.root, name), await square('#0f0f0f'));
  const { stdout } = await run(
    process.execPath,
    [command, '-p', 'What is this?', name, '--dry-run'],
    { cwd: stage.root, env: stage.env },
  );
  expect(stdout).toMatch(/^No model is configured: .* will read what is attached\. No request/);
  expect(stdout).not.toMatch(/about \$?0/);
});
