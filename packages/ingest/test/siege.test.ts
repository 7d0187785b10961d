// The whole door under siege: every hostile file of the corpus, with good pictures in between, through one real pool.
import { VolatileBlobStore } from '@percept/store/testing';
import { expect, test } from 'vitest';
import { openDoor } from '../src/index.ts';
import { goodCorpus, hostileCorpus } from './corpus/index.ts';
import { noRlimit } from './fixtures/tiers.ts';
import { unless } from '../../../test/needs.ts';

const maxGrowthBytes = 300 * 1024 * 1024;
/** What this thread may work in one go, of the processor: a busy machine does not stretch it. */
const maxStallMs = 500;

test(
  'good pictures pass while hostile ones are refused, and this process neither dies, stalls nor swells',
  { tags: ['f-ingest-siege', 'p-hostile-bytes'], timeout: 240_000, ...unless(noRlimit) },
  async () => {
    const store = new VolatileBlobStore();
    // Whatever this machine prefers: in WebAssembly a bomb swells its host up to the limit, which is what decoder-bombs.test.ts measures.
    await using door = openDoor({ store, sandbox: 'rlimit' });
    const hostile = hostileCorpus();
    const good = (await goodCorpus()).filter(({ bytes }) => bytes.length < 2_000_000);
    expect(good.length).toBeGreaterThan(15);

    const before = process.memoryUsage.rss();
    let peak = before;
    let longestMs = 0;
    let worked = process.threadCpuUsage();
    const watch = setInterval(() => {
      const { user, system } = process.threadCpuUsage(worked);
      worked = process.threadCpuUsage();
      longestMs = Math.max(longestMs, (user + system) / 1000);
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 5);
    const wrong: string[] = [];
    /** Ended by the deadline, and not because it was seen through. */
    const late: string[] = [];
    const kinds = new Map<string, number>();
    let passed = 0;

    const queue = interleave(
      hostile.map((file) => ({ file })),
      good.map((picture) => ({ picture })),
    );
    const next = queue[Symbol.iterator]();
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let item = next.next(); !item.done; item = next.next()) {
          if ('file' in item.value) {
            const { file } = item.value;
            const wantsPicture =
              file.expect !== 'either' && file.expect.refused.includes('needs-render');
            const outcome = await door.ingest(
              { kind: 'bytes', bytes: file.bytes },
              { expect: wantsPicture ? 'image' : 'media' },
            );
            const kind = outcome.ok ? 'accepted' : outcome.refusal.refused;
            kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
            if (
              file.expect !== 'either' &&
              (outcome.ok || !file.expect.refused.includes(outcome.refusal.refused))
            ) {
              wrong.push(`${file.name}: ${kind}, expected ${file.expect.refused.join(' or ')}`);
            }
            if (kind === 'timed-out') late.push(file.name);
          } else {
            const { picture } = item.value;
            const outcome = await door.ingest({ kind: 'bytes', bytes: picture.bytes });
            if (outcome.ok) passed++;
            else
              wrong.push(`${picture.name}: ${outcome.refusal.refused}: ${outcome.refusal.message}`);
          }
        }
      }),
    );
    clearInterval(watch);
    console.log(
      `siege: ${hostile.length} hostile files (${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}), ` +
        `${passed} of ${good.length} good ones passed, parent grew by ${Math.round((peak - before) / 1e6)} MB at most, ` +
        `longest stall ${Math.round(longestMs)} CPU ms`,
    );
    expect(wrong).toEqual([]);
    expect(late).toEqual([]);
    expect(passed).toBe(good.length);
    expect(longestMs).toBeLessThan(maxStallMs);
    expect(peak - before).toBeLessThan(maxGrowthBytes);
  },
);

/** The shorter list, spread evenly over the longer one. */
function interleave<A, B>(many: readonly A[], few: readonly B[]): readonly (A | B)[] {
  const step = Math.max(1, Math.floor(many.length / Math.max(1, few.length)));
  return many.flatMap((item, index) => {
    const extra = index % step === 0 ? few[index / step] : undefined;
    return extra === undefined ? [item] : [item, extra];
  });
}
