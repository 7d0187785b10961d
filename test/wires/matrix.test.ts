// Fifteen model objects by five spellings: how often one image from a tool reaches the wire as a native, correctly paired
// image, without Percept and with it. Facts, §0.2 and §1.2.

import { resolveProfile } from '@percept/core';
import { judge, text, toolCall, type Rule, type Verdict } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models, type ModelCase } from './models.ts';
import { drawQuadrants } from './quadrants.ts';
import { imageOnly, spellings, type Spelling } from './spellings.ts';
import { runView, type Wrap } from './view-run.ts';
import { loadPercept } from './with-percept.ts';

type Outcome =
  /** An image slot that the wire takes, paired, and nothing else wrong. */
  | 'native'
  /** A slot of the right shape at a place where the wire takes none: `image_url` in `role: "tool"`. */
  | 'misplaced'
  | 'text'
  | 'dropped'
  | 'file'
  | 'null part'
  | 'unpaired'
  | 'throws';

let png: Buffer;
const logged = globalThis.AI_SDK_LOG_WARNINGS;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  png = await drawQuadrants(['cobalt', 'apricot', 'jet', 'mint']);
});
afterAll(() => {
  globalThis.AI_SDK_LOG_WARNINGS = logged;
});

const names = Object.keys(spellings) as Spelling[];

/** The request after the tool's result, judged with the limits of the model that it goes to. */
async function measure(
  model: ModelCase,
  spelling: Spelling,
  wrap?: Wrap,
): Promise<Verdict | undefined> {
  const script = [toolCall('view', { path: 'a.png' }), text('Done.')];
  const output = () => imageOnly(spelling, png);
  const { requests } = await runView({ model, script, output, ...(wrap && { wrap }) });
  const request = requests[1];
  if (!request) return undefined;
  const { provider, modelId } = model.make('http://127.0.0.1');
  const wire = model.wire === 'mistral-chat' ? 'chat-completions' : model.wire;
  const profile = resolveProfile({ provider, model: modelId, wire });
  return judge({ wire: model.wire, body: request.raw, profile, expectImages: 1 });
}

function outcome(verdict: Verdict | undefined): Outcome {
  if (!verdict) return 'throws';
  const broken = (...rules: readonly Rule[]) =>
    verdict.findings.some(({ rule }) => rules.includes(rule));
  if (verdict.ok) return 'native';
  if (broken('call-unpaired', 'result-unpaired', 'result-repeated')) return 'unpaired';
  if (broken('base64-in-text', 'bytes-in-text', 'media-part-in-text')) return 'text';
  if (broken('image-as-file')) return 'file';
  if (broken('image-slot')) return 'misplaced';
  return broken('empty-block') && verdict.images.length === 0 ? 'null part' : 'dropped';
}

/** `tool_result.content: []` is not a broken part, it is no part. */
function told(verdict: Verdict | undefined): Outcome {
  const said = outcome(verdict);
  const empty = verdict?.findings.some(({ message }) => /list without/.test(message));
  return said === 'null part' && empty ? 'dropped' : said;
}

function table(title: string, cells: ReadonlyMap<string, Outcome>): string {
  const width = Math.max(...models.map(({ name }) => name.length));
  const head = `${''.padEnd(width)}  ${names.map((name) => name.padEnd(15)).join('  ')}`;
  const rows = models.map(({ name }) => {
    const row = names.map((spelling) => (cells.get(`${name}/${spelling}`) ?? '').padEnd(15));
    return `${name.padEnd(width)}  ${row.join('  ')}`;
  });
  return [title, head, ...rows].join('\n');
}

async function fill(wrap?: Wrap): Promise<ReadonlyMap<string, Outcome>> {
  const cells = new Map<string, Outcome>();
  for (const model of models)
    for (const spelling of names)
      cells.set(`${model.name}/${spelling}`, told(await measure(model, spelling, wrap)));
  return cells;
}

function count(cells: ReadonlyMap<string, Outcome>, ...wanted: readonly Outcome[]): number {
  return [...cells.values()].filter((cell) => wanted.includes(cell)).length;
}

describe('the matrix', () => {
  test('without Percept 32 of 75 images arrive native and paired, and 24 of them where the wire takes one', async () => {
    const cells = await fill();
    const shaped = count(cells, 'native', 'misplaced');
    const native = count(cells, 'native');
    console.log(
      table(
        `Without Percept: ${shaped} of 75 in an image slot and paired, ${native} in a legal one`,
        cells,
      ),
    );
    expect(cells.size).toBe(75);
    expect(shaped).toBe(32);
    expect(native).toBe(24);
    const failures: readonly Outcome[] = [
      'text',
      'dropped',
      'file',
      'null part',
      'unpaired',
      'throws',
    ];
    expect(failures.filter((failure) => count(cells, failure) === 0)).toEqual([]);
  });

  test(
    'with Percept 75 of 75 arrive native and paired',
    { tags: ['f-wires-75-of-75'] },
    async () => {
      const cells = await fill(await loadPercept());
      const native = count(cells, 'native');
      console.log(table(`With Percept: ${native} of 75 native, paired and legal`, cells));
      expect(native).toBe(75);
    },
  );
});

describe('with Percept', () => {
  for (const model of models)
    test(
      `every spelling reaches ${model.name} as one legal image without a finding`,
      { tags: ['f-wires-old-spec-models', 'f-wires-media-spelling', 's004-no-stringified-media'] },
      async () => {
        const wrap = await loadPercept();
        for (const spelling of names) {
          const verdict = await measure(model, spelling, wrap);
          expect({ spelling, findings: verdict?.findings }).toEqual({ spelling, findings: [] });
          expect(verdict?.images.map(({ data }) => png.equals(data))).toEqual([true]);
        }
      },
    );
});
