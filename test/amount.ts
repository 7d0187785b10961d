// How much of a long proof a run makes. Files named `*.long.test.ts` stand in both suites: `npm test` makes a part, so that it
// stays a matter of minutes, and `npm run test:system` all of it, or the rest where cases have nothing to do with each other.

/** `part` in `npm test`, `all` in the system suite. */
export function amount(part: number, all: number): number {
  return isSystem() ? all : part;
}

/** Of cases that have nothing to do with each other: `first` in `npm test`, the rest in the system suite, none in both. */
export function dealt<T>(first: readonly T[], rest: readonly T[]): readonly T[] {
  return isSystem() ? rest : first;
}

function isSystem(): boolean {
  return process.env['PERCEPT_SUITE'] === 'system';
}
