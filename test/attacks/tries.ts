// Every attack that a test makes is counted, by the finding that it was rebuilt from or as one of our own; the run prints
// the table (reporter.ts). An attack that succeeds fails its test.
import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    attacks?: Record<string, number>;
  }
}

/** Where an attack comes from: a script of the red team, or whoever wrote the test. */
export type AttackSource = `finding ${string}` | 'own';

/** @example const attempt = attacksFrom(context, 'finding config-exec'); attempt(); */
export function attacksFrom(
  { task }: Pick<TestContext, 'task'>,
  source: AttackSource,
): (times?: number) => void {
  const counted = (task.meta.attacks ??= {});
  counted[source] ??= 0;
  return (times = 1) => {
    counted[source] = (counted[source] ?? 0) + times;
  };
}
