// What was walked, by face and wire: steps, media, requests, violations.
import type { Violation } from './invariant.ts';
import { cameLate } from './evidence.ts';
import type { Run } from './run.ts';

interface Row {
  stories: number;
  steps: number;
  media: number;
  requests: number;
  violations: number;
  /** Media that words say missed a deadline: an excuse that is counted, and not hidden. */
  late: number;
}

const figures = {
  stories: ({ stories }: Row) => stories,
  steps: ({ steps }: Row) => steps,
  media: ({ media }: Row) => media,
  requests: ({ requests }: Row) => requests,
  violations: ({ violations }: Row) => violations,
  late: ({ late }: Row) => late,
} as const;

export class Report {
  readonly #rows = new Map<string, Row>();
  readonly #kinds = new Map<string, number>();

  get violations(): number {
    return [...this.#rows.values()].reduce((sum, { violations }) => sum + violations, 0);
  }

  add(steps: number, { face, wire, turns }: Run, violations: readonly Violation[]): void {
    const key = `${face.padEnd(10)} ${wire.padEnd(20)}`;
    const row = this.#rows.get(key) ?? {
      stories: 0,
      steps: 0,
      media: 0,
      requests: 0,
      violations: 0,
      late: 0,
    };
    row.stories += 1;
    row.steps += steps;
    row.media += turns.reduce(
      (sum, { attached, looked }) => sum + attached.length + (looked ? 1 : 0),
      0,
    );
    row.requests += turns.reduce((sum, { got }) => sum + got.length, 0);
    row.violations += violations.length;
    row.late += turns.filter(cameLate).length;
    this.#rows.set(key, row);
    for (const { invariant } of violations)
      this.#kinds.set(invariant, (this.#kinds.get(invariant) ?? 0) + 1);
  }

  text(): string {
    const cell = (value: number): string => String(value).padStart(11);
    const columns = Object.entries(figures);
    const line = (key: string, rows: readonly Row[]): string =>
      key +
      columns.map(([, figure]) => cell(rows.reduce((all, row) => all + figure(row), 0))).join('');
    const lines = [...this.#rows]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([key, row]) => line(key, [row]));
    const kinds = [...this.#kinds].map(([name, times]) => `${cell(times)}  ${name}`);
    const table = [
      ''.padEnd(31) + columns.map(([name]) => name.padStart(11)).join(''),
      ...lines,
      line('all'.padEnd(31), [...this.#rows.values()]),
    ];
    return [...table, ...kinds].join('\n');
  }
}
