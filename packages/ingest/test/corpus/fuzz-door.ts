// Fuzzes the whole door: mutants of good and hostile files, through the real pool. Run it by hand, now and then:
//   node packages/ingest/test/corpus/fuzz-door.ts --minutes 10 --seed 1 --keep FOLDER
// A finding is a throw, a dead or stuck decoder, or a swelling parent. Findings become cases in `findings.ts`.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VolatileBlobStore } from '@percept/store/testing';
import { openDoor } from '../../src/index.ts';
import { bandage } from './bandage.ts';
import { goodCorpus, hostileCorpus } from './index.ts';
import { mutate, randomFrom } from './mutate.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
const until = performance.now() + Number(values.minutes) * 60_000;
const random = randomFrom(Number(values.seed));
const maxSeedBytes = 200_000;
const seeds = [...(await goodCorpus()), ...hostileCorpus()]
  .filter(({ bytes }) => bytes.length > 16 && bytes.length < maxSeedBytes)
  .map(({ name, bytes }) => ({ name, bytes }));

const store = new VolatileBlobStore();
const door = openDoor({ store, limits: { decodeTimeoutMs: 10_000 } });
const kinds = new Map<string, number>();
let findings = 0;
let slowestMs = 0;
let slowest = '';
let peak = 0;

async function fuzz(): Promise<void> {
  while (performance.now() < until) {
    const seed = pick();
    const mutant = mutate(seed.bytes, pick().bytes, random);
    const bytes = random(10) < 7 ? bandage(mutant) : mutant;
    const started = performance.now();
    const kind = await outcomeOf(bytes);
    const ms = performance.now() - started;
    if (ms > slowestMs) [slowestMs, slowest] = [ms, seed.name];
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    peak = Math.max(peak, process.memoryUsage.rss());
    if (kind === 'worker-failed' || kind === 'timed-out' || kind.startsWith('threw'))
      await found(seed.name, kind, bytes);
  }
}

function pick(): (typeof seeds)[number] {
  const seed = seeds[random(seeds.length)];
  if (!seed) throw new Error('There are no seeds.');
  return seed;
}

async function outcomeOf(bytes: Uint8Array): Promise<string> {
  try {
    const outcome = await door.ingest({ kind: 'bytes', bytes });
    if (!outcome.ok) return outcome.refusal.refused;
    // Millions of mutants must not add up.
    await store.remove(outcome.value.block.sha256);
    await store.remove(outcome.value.original.sha256);
    return 'accepted';
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function found(name: string, kind: string, bytes: Uint8Array): Promise<void> {
  findings++;
  console.error(`finding ${findings}: ${kind} from a mutant of ${name} (${bytes.length} bytes)`);
  if (values.keep === undefined) return;
  await mkdir(values.keep, { recursive: true });
  await writeFile(join(values.keep, `${findings}-${kind.slice(0, 20)}.bin`), bytes);
}

const report = setInterval(() => console.error(summary()), 60_000);

function summary(): string {
  const total = [...kinds.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...kinds]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${kind}`);
  return `${total} mutants of ${seeds.length} seeds: ${parts.join(', ')}; ${findings} findings; slowest ${Math.round(slowestMs)} ms (${slowest}); parent peak ${Math.round(peak / 1e6)} MB`;
}

await Promise.all(Array.from({ length: 4 }, fuzz));
clearInterval(report);
await door.close();
console.log(summary());
process.exitCode = findings > 0 ? 1 : 0;
