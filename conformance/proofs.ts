// What a full run of a suite has proven, kept beside the installed packages so that `npm ci` forgets it: two suites that ran
// one after the other are judged together, and a suite that did not run, or failed, proves nothing.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@percept/core/internal';
import type { Scan } from './scan.ts';

export interface Proof {
  readonly failed: number;
  /** How many passed tests carry each id. */
  readonly proved: Readonly<Record<string, number>>;
}

export function writeProof(folder: string, suite: string, proof: Proof): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, suite), `${JSON.stringify(proof)}\n`);
}

/** The proofs of all suites together; what is missing or red is named instead of counted. */
export function provedBy(
  folder: string,
  suites: readonly { readonly name: string; readonly command: string }[],
): Scan {
  const citations = new Map<string, number>();
  const unreadable: string[] = [];
  for (const { name, command } of suites) {
    const proof = readProof(folder, name);
    if (proof === undefined) unreadable.push(`${name}: no full run yet; ${command}`);
    else if (proof.failed > 0) unreadable.push(`${name}: ${proof.failed} failed; ${command}`);
    for (const [id, tests] of Object.entries(proof?.proved ?? {}))
      citations.set(id, (citations.get(id) ?? 0) + tests);
  }
  return { citations, unreadable };
}

function readProof(folder: string, suite: string): Proof | undefined {
  let text: string;
  try {
    text = readFileSync(fileOf(folder, suite), 'utf8');
  } catch {
    return undefined;
  }
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || !isRecord(value['proved'])) return undefined;
  const counts = Object.entries(value['proved']).map(([id, tests]) => [id, Number(tests)] as const);
  return { failed: Number(value['failed']), proved: Object.fromEntries(counts) };
}

function fileOf(folder: string, suite: string): string {
  return join(folder, `proved-${suite}.json`);
}
