// What was walked, by face and wire: steps, media, requests, violations.
import type { Violation } from './invariants.ts';
import type { Run } from './run.ts';

interface Row {
  stories: number;
  steps: number;
  media: number;
  requests: number;
  violations: number;
}

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
    };
    row.stories += 1;
    row.steps += steps;
    row.media += turns.reduce(
      (sum, { attached, looked }) => sum + attached.length + (looked ? 1 : 0),
      0,
    );
    row.requests += turns.reduce((sum, { got }) => sum + got.length, 0);
    row.violations += violations.length;
    this.#rows.set(key, row);
    for (const { invariant } of violations)
      this.#kinds.set(invariant, (this.#kinds.get(invariant) ?? 0) + 1);
  }

  text(): string {
    const cell = (value: number): string => String(value).padStart(10);
    const head = `${''.padEnd(31)}   stories     steps     media  requests violations`;
    const lines = [...this.#rows]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(
        ([key, { stories, steps, media, requests, violations }]) =>
          key + [stories, steps, media, requests, violations].map(cell).join(''),
      );
    const kinds = [...this.#kinds].map(([name, times]) => `${cell(times)}  ${name}`);
    return [head, ...lines, ...kinds].join('\n');
  }
}
