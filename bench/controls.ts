// Controls on pages that nobody trained on: other seeds, styles, style sheets, fonts, icons and words, drawn by Chromium, looked at by local eyes. Prints F1 by
// role, with every state right, by state, and how many names are right.
// Usage: node bench/controls.ts [--pages N] [--first SEED] [--assets FOLDER] [--fonts FOLDER] [--keep FOLDER] [--native FOLDER]
// `--assets` is the folder that training/controls/gather.sh fills; without it pages have no style sheets of others, and no icons. `--native`: a
// folder with onnxruntime-node, which says the same in half of the time.
import { isRecord, readText } from '@percept/core/internal';
import { createEyes, type ScreenElement } from '@percept/eyes';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { assetsIn } from '../training/controls/assets.ts';
import { pageOf } from '../training/controls/pages.ts';
import { withSeenStates } from '../training/controls/seen-states.ts';
import { readyInPage, truthsInPage } from '../training/controls/truth.ts';
import { openBrowser } from './eyes/draw.ts';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '24' },
    first: { type: 'string', default: '9000' },
    assets: { type: 'string', default: '' },
    fonts: {
      type: 'string',
      default: fileURLToPath(new URL('../node_modules/@fontsource', import.meta.url)),
    },
    keep: { type: 'string', default: '' },
    native: { type: 'string', default: '' },
  },
});

type Box = ScreenElement['box'];
interface Truth {
  readonly role: ScreenElement['role'];
  readonly box: Box;
  readonly name: string | undefined;
  readonly states: Readonly<Record<string, boolean>>;
  readonly value: number | undefined;
  readonly isPartly: boolean;
}

const rolesInTruth: Readonly<Record<string, ScreenElement['role']>> = {
  checkbox: 'checkbox',
  radio: 'radio',
  toggle: 'switch',
  slider: 'slider',
  progress: 'progressbar',
  icon: 'img',
  scrollbar: 'scrollbar',
  cursor: 'cursor',
  tab: 'tab',
  button: 'button',
  field: 'textbox',
  select: 'combobox',
  menuitem: 'menuitem',
  link: 'link',
  dialog: 'dialog',
};
const isOn = ['checkbox', 'radio', 'switch', 'tab', 'menuitem'];
const isAble = new Set([...isOn, 'slider', 'button', 'textbox', 'combobox']);
const statesOfRole = (role: string): readonly string[] => [
  ...(isOn.includes(role) ? ['on'] : []),
  ...(role === 'checkbox' ? ['mixed'] : []),
  ...(isAble.has(role) ? ['disabled'] : []),
  ...(isAble.has(role) && role !== 'menuitem' ? ['focused'] : []),
  ...(role === 'button' ? ['default'] : []),
  ...(role === 'textbox' ? ['placeholder'] : []),
];

function truthsOf(value: unknown): readonly Truth[] {
  return (Array.isArray(value) ? value : []).flatMap((entry: unknown): readonly Truth[] => {
    if (!isRecord(entry) || !Array.isArray(entry['box'])) return [];
    const role = rolesInTruth[readText(entry['role']) ?? ''];
    const [left = 0, top = 0, right = 0, bottom = 0] = entry['box'].map(Number);
    if (role === undefined) return [];
    const names = ['on', 'mixed', 'disabled', 'focused', 'default', 'placeholder'];
    return [
      {
        role,
        box: [left, top, right, bottom],
        name: readText(entry['name']),
        states: Object.fromEntries(names.map((name) => [name, entry[name] === true])),
        value: typeof entry['value'] === 'number' ? entry['value'] : undefined,
        isPartly: entry['partly'] === true,
      },
    ];
  });
}

function isState(element: ScreenElement, state: string): boolean {
  switch (state) {
    case 'on':
      return element.checked === true || element.selected === true;
    case 'mixed':
      return element.checked === 'mixed';
    case 'placeholder':
      return element.value === '';
    default:
      return Reflect.get(element, state) === true;
  }
}

function overlapOf(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  const shared = Math.max(0, width) * Math.max(0, height);
  const area = ([left, top, right, bottom]: Box): number => (right - left) * (bottom - top);
  return shared / (area(one) + area(other) - shared);
}

interface Count {
  hit: number;
  right: number;
  extra: number;
  missed: number;
}
const counts = new Map<string, Count>();
const stateCounts = new Map<string, Count>();
const names = { right: 0, all: 0 };
const countIn = (map: Map<string, Count>, key: string): Count => {
  const known = map.get(key) ?? { hit: 0, right: 0, extra: 0, missed: 0 };
  map.set(key, known);
  return known;
};

function judge(elements: readonly ScreenElement[], truths: readonly Truth[]): void {
  const used = new Set<Truth>();
  for (const element of elements) {
    const [truth] = truths
      .filter((candidate) => !used.has(candidate) && candidate.role === element.role)
      .filter((candidate) => overlapOf(candidate.box, element.box) >= 0.5)
      .toSorted(
        (one, other) => overlapOf(other.box, element.box) - overlapOf(one.box, element.box),
      );
    if (truth) used.add(truth);
    if (truth?.isPartly) continue;
    const isNear = truths.some(
      (candidate) => candidate.isPartly && overlapOf(candidate.box, element.box) > 0.1,
    );
    if (truth) judgeStates(element, truth);
    else if (!isNear) countIn(counts, element.role).extra += 1;
  }
  for (const truth of truths)
    if (!used.has(truth) && !truth.isPartly) countIn(counts, truth.role).missed += 1;
}

function judgeStates(element: ScreenElement, truth: Truth): void {
  const count = countIn(counts, truth.role);
  count.hit += 1;
  const wrong = statesOfRole(truth.role).filter((state) => {
    const [seen, is] = [isState(element, state), truth.states[state] === true];
    const own = countIn(stateCounts, state);
    if (seen && is) own.hit += 1;
    else if (seen) own.extra += 1;
    else if (is) own.missed += 1;
    return seen !== is;
  });
  const isOff =
    truth.value !== undefined &&
    typeof element.value === 'number' &&
    Math.abs(element.value - truth.value) > 0.06;
  if (wrong.length === 0 && !isOff) count.right += 1;
  const isNamed = ['tab', 'button', 'menuitem'].includes(truth.role);
  if (!isNamed || truth.name === undefined || truth.name === '') return;
  names.all += 1;
  if (element.name.toLowerCase() === truth.name.toLowerCase()) names.right += 1;
}

function flat(elements: readonly ScreenElement[]): readonly ScreenElement[] {
  return elements.flatMap((element) => [element, ...flat(element.children ?? [])]);
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);
const f1 = ({ hit, extra, missed }: Count): number => (2 * hit) / (2 * hit + extra + missed);

const assets = assetsIn(options.assets, options.fonts, true);
const browser = await openBrowser();
await using eyes = createEyes({
  limits: { describeTimeoutMs: 600_000 },
  ...(options.native !== '' && { acceleratorFrom: options.native }),
});
if (options.keep !== '') mkdirSync(options.keep, { recursive: true });
for (let index = 0; index < Number(options.pages); index += 1) {
  const seed = Number(options.first) + index;
  const { html, width, height, scale } = pageOf(seed, true, assets);
  const tab = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  await tab.setContent(html);
  await tab.evaluate(readyInPage);
  const before = await tab.screenshot();
  const told: unknown = await tab.evaluate(truthsInPage);
  const bytes = await tab.screenshot();
  const truths = await withSeenStates(told, { before, after: bytes, scale });
  await tab.close();
  const seen = await eyes.describe(bytes);
  if (!seen.ok) throw new Error(seen.refusal.message);
  if (options.keep !== '') {
    writeFileSync(`${options.keep}/${seed}.png`, bytes);
    writeFileSync(
      `${options.keep}/${seed}.json`,
      JSON.stringify({ truths, elements: seen.value.elements }),
    );
  }
  judge(flat(seen.value.elements), truthsOf(truths));
}
await browser.close();

const total: Count = { hit: 0, right: 0, extra: 0, missed: 0 };
process.stdout.write('role          there precision   recall       F1  F1 with state\n');
for (const [role, count] of counts) {
  const { hit, right, extra, missed } = count;
  total.hit += hit;
  total.right += right;
  total.extra += extra;
  total.missed += missed;
  const withState = (2 * right) / (2 * hit + extra + missed);
  process.stdout.write(
    `${role.padEnd(12)} ${String(hit + missed).padStart(6)}  ${percent(hit / (hit + extra))} ${percent(hit / (hit + missed))} ${percent(f1(count))}  ${percent(withState)}\n`,
  );
}
const all = 2 * total.hit + total.extra + total.missed;
process.stdout.write(
  `${'all'.padEnd(12)} ${String(total.hit + total.missed).padStart(6)}  ${percent(total.hit / (total.hit + total.extra))} ${percent(total.hit / (total.hit + total.missed))} ${percent(f1(total))}  ${percent((2 * total.right) / all)}\n\n`,
);
for (const [state, count] of stateCounts)
  process.stdout.write(
    `${state.padEnd(12)} ${String(count.hit + count.missed).padStart(6)} F1 ${percent(f1(count))}\n`,
  );
process.stdout.write(`names of tabs, buttons and menu entries: ${names.right} of ${names.all}\n`);
