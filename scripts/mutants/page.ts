// docs/mutants.md: what the last run found in each area, with its day and seed. Nothing in it is typed by hand.
import type { Mutant } from './candidates.ts';

export interface Area {
  readonly source: string;
  /** Parts of the paths of the test files that are asked. */
  readonly tests: readonly string[];
  /** Asked last: they run some of it in a process that can say nothing. */
  readonly sealed?: readonly string[];
  /** Parts of the paths of files that are left out. */
  readonly without?: readonly string[];
}

export interface AreaResult {
  readonly name: string;
  readonly area: Area;
  readonly day: string;
  readonly seed: number;
  readonly possible: number;
  readonly tried: number;
  readonly survivors: readonly Mutant[];
}

const head = `# Mutants

Written by \`npm run mutants -- --write\`. One small thing at a time is changed in the source (an operator, a bound, a constant, a
condition, a call), and those tests that run the changed line are asked. A change that no test notices survives, and is named. Which
changes are tried is drawn by a seed. The goal is 85 % killed in every area (core, ingest, store, agent, gateway); an area that is not
here was not measured yet.`;

/** One area, as a section of the page. */
export function sectionOf(result: AreaResult): string {
  const { name, area, day, seed, possible, tried, survivors } = result;
  const killed = tried - survivors.length;
  const share = ((100 * killed) / Math.max(1, tried)).toFixed(0);
  const less = area.without?.map((part) => `\`${part}\``).join(', ');
  const lines = survivors.map((mutant) => `- \`${spelled(mutant).replaceAll('`', "'")}\``);
  return [
    `## ${name}`,
    `**${killed} of ${tried} killed (${share} %)**, ${day}, seed ${seed}. \`${area.source}\`${less === undefined ? '' : ` without ${less}`}: ${possible} possible changes, ` +
      `asked: ${area.tests.map((test) => `\`${test}\``).join(', ')}. ${lines.length === 0 ? 'None survived.' : 'Survived:'}`,
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
  ].join('\n\n');
}

/** The page with this result in place of what it said of that area before, areas in their own order. */
export function pageWith(result: AreaResult, order: readonly string[], before: string): string {
  const known = new Map(
    before
      .split(/\n(?=## )/)
      .slice(1)
      .map((section) => [/^## (.*)/.exec(section)?.[1] ?? '', section.trim()] as const),
  );
  known.set(result.name, sectionOf(result));
  return `${[head, ...order.flatMap((name) => known.get(name) ?? [])].join('\n\n')}\n`;
}

export function spelled({ file, line, from, to }: Mutant): string {
  const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line}  ${short(from)}  →  ${short(to)}`;
}
