// How much of a long proof a run makes. Files named `*.long.test.ts` stand in both suites: `npm test` makes a part, so that it
// stays a matter of minutes, and `npm run test:system` all of it.

/** `part` in `npm test`, `all` in the system suite. */
export function amount(part: number, all: number): number {
  return process.env['PERCEPT_SUITE'] === 'system' ? all : part;
}
