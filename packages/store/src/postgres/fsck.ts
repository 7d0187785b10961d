// fsck at scale: every invariant, checked one after the other and reported as data. A check that cannot go on (a server
// is away) says that nothing is known, and the others still run.
import type { Finding } from '../fsck/check.ts';
import type { CheckSummary, FsckReport } from '../fsck/fsck.ts';
import type { ScaledCheck, ScaledScene } from './check.ts';
import { scaledChecks } from './checks.ts';

export async function checkScaled(scene: ScaledScene): Promise<FsckReport> {
  const findings: Finding[] = [];
  const checks: CheckSummary[] = [];
  for (const check of scaledChecks) {
    const found = await gather(check, scene);
    findings.push(...found);
    const ran = found.every(({ severity }) => severity !== 'unchecked');
    const { name, invariant } = check;
    checks.push({ name, invariant, findings: found.length, ran });
  }
  const complete = findings.every(({ severity }) => severity !== 'unchecked');
  const whole = findings.every(({ severity, repaired }) => severity !== 'error' || repaired);
  return { sound: complete && whole, complete, depth: scene.depth, findings, checks };
}

async function gather(check: ScaledCheck, scene: ScaledScene): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  try {
    for await (const problem of check.run(scene)) found.push({ check: check.name, ...problem });
  } catch (error) {
    const message = `The check could not go on: ${error instanceof Error ? error.message : 'unknown'}`;
    found.push({
      check: check.name,
      severity: 'unchecked',
      subject: check.name,
      message,
      repaired: false,
    });
  }
  return found;
}
