// How many of a hundred questions about drawn screens are answered by the words of local eyes alone. A script judges: the strings of an
// answer must stand together, on one line of the description or on two that follow each other.
// Usage: node bench/questions.ts [--show]
import { createEyes } from '@percept/eyes';
import { parseArgs } from 'node:util';
import { fontsFile } from '../test/fonts.ts';
import { askedScreen, screenCount, type Question } from './eyes/asked.ts';
import { drawnHtml, openBrowser } from './eyes/draw.ts';

const { values: options } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
process.env['FONTCONFIG_FILE'] = fontsFile();

function isAnswered(markdown: string, { together }: Question): boolean {
  const lines = markdown.split('\n');
  const pairs = lines.flatMap((line, at) => {
    const next = lines[at + 1];
    return line === '' || next === undefined || next === '' ? [] : [`${line} ${next}`];
  });
  return [...lines, ...pairs].some((unit) =>
    together.every((part) =>
      typeof part === 'string' ? unit.includes(part) : part.some((one) => unit.includes(one)),
    ),
  );
}

const sums = new Map<string, { right: number; all: number }>();
const browser = await openBrowser();
try {
  await using eyes = createEyes();
  for (let index = 0; index < screenCount; index += 1) {
    const { kind, html, scale, questions } = askedScreen(index);
    const { bytes, lines } = await drawnHtml(browser, html, scale);
    const seen = await eyes.describe(bytes);
    const markdown = seen.ok ? seen.value.markdown : '';
    const asked = questions(lines);
    const wrong = asked.filter((question) => !isAnswered(markdown, question));
    const sum = sums.get(kind) ?? { right: 0, all: 0 };
    sums.set(kind, { right: sum.right + asked.length - wrong.length, all: sum.all + asked.length });
    if (!options.show || wrong.length === 0) continue;
    for (const { ask, together } of wrong)
      console.log(`  ${kind} ${index}: ${ask} ${together.flat().join(' + ')}`);
    console.log(markdown);
  }
} finally {
  await browser.close();
}
let right = 0;
let all = 0;
for (const [kind, sum] of sums) {
  console.log(`  ${kind.padEnd(10)} ${sum.right} of ${sum.all}`);
  right += sum.right;
  all += sum.all;
}
console.log(`Questions answered from the description: ${right} of ${all}`);
