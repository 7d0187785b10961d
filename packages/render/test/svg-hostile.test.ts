// Every class of hostile drawing ends as a typed refusal or a bounded picture within the deadline; no file is read, no
// host is reached, and the process that looked is untouched.
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePng } from '@percept/ingest/internal/png';
import { openDarkroom, shareOf } from './support/darkroom.ts';
import { hostileDrawings, type Hostile } from './support/hostile-svg.ts';
import { readPng } from './support/read-png.ts';

const drawTimeoutMs = 1_000;
/** What the process may work beside a job's own deadline: the start of a thread, the fonts. */
const graceMs = 6_000;
const darkroom = openDarkroom({ drawTimeoutMs });
/** What must be drawn has the time of a busy machine; what may end either way is ended soon. */
const patient = openDarkroom({ drawTimeoutMs: 30_000 });
const folder = mkdtempSync(join(tmpdir(), 'percept-canary-'));
const file = join(folder, 'canary.png');
const canaryColour = [255, 0, 255] as const;
writeFileSync(
  file,
  encodePng({
    width: 8,
    height: 8,
    channels: 4,
    data: new Uint8Array(256).map((_, at) => [...canaryColour, 255][at % 4] ?? 0),
  }),
);
let visits = 0;
const server = createServer((_, response) => {
  visits++;
  response.end();
});

interface Ended {
  readonly hostile: Hostile;
  readonly how: string;
  /** Of the processor, in every thread: a busy machine does not stretch it. */
  readonly workedMs: number;
  readonly canaryShare: number;
}
const endings: Ended[] = [];
let growthMb = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await darkroom.develop({ bytes: Buffer.from('<svg viewBox="0 0 9 9"/>') });
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  for (const hostile of hostileDrawings({ file, url: `http://127.0.0.1:${port}` })) {
    const start = process.cpuUsage();
    const room = hostile.ends === 'picture' ? patient : darkroom;
    const outcome = await room.develop({ bytes: hostile.bytes, name: 'hostile.svg' });
    const { user, system } = process.cpuUsage(start);
    const workedMs = (user + system) / 1000;
    const page = outcome.ok ? outcome.value.pages[0] : undefined;
    const canaryShare = page
      ? shareOf(readPng(page.png), (r, g, b) => r > 200 && g < 60 && b > 200)
      : 0;
    endings.push({
      hostile,
      workedMs,
      canaryShare,
      how: outcome.ok ? 'picture' : outcome.refusal.refused,
    });
  }
  clearInterval(watch);
  growthMb = (process.memoryUsage.rss() - before) / 1e6;
  const table = endings.map(
    ({ hostile, how, workedMs }) =>
      `  ${how.padEnd(14)} ${workedMs.toFixed(0).padStart(6)} CPU ms  ${hostile.name}`,
  );
  console.log(
    `${endings.length} hostile drawings, peak +${((peak - before) / 1e6).toFixed(0)} MB, at rest +${growthMb.toFixed(0)} MB\n${table.join('\n')}`,
  );
}, 240_000);

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const named = (text: string): Ended => {
  const found = endings.find(({ hostile }) => hostile.name === text);
  if (!found) throw new Error(text);
  return found;
};

describe('hostile drawings', () => {
  it('cover at least the 46 classes that were measured', () => {
    expect(endings.length).toBeGreaterThanOrEqual(46);
  });

  it(
    'all end within the deadline, however busy the machine is',
    { tags: ['f-render-svg-bombs'] },
    () => {
      const late = endings.filter(({ workedMs }) => workedMs > drawTimeoutMs + graceMs);
      expect(late.map(({ hostile }) => hostile.name)).toEqual([]);
    },
  );

  it('end as they must: refused before the engine, or drawn without what they asked for', () => {
    const wrong = endings.filter(
      ({ hostile, how }) =>
        (hostile.ends === 'picture' && how !== 'picture') ||
        (hostile.ends === 'refused' && how === 'picture'),
    );
    expect(wrong.map(({ hostile, how }) => `${hostile.name}: ${how}`)).toEqual([]);
  });

  it('never show a file of this machine', { tags: ['f-render-svg-no-file'] }, () => {
    expect(
      endings.filter(({ canaryShare }) => canaryShare > 0).map(({ hostile }) => hostile.name),
    ).toEqual([]);
  });

  it('never reach a host', { tags: ['f-render-svg-no-network'] }, () => {
    expect(visits).toBe(0);
  });

  it(
    'are refused as forbidden when they declare entities',
    { tags: ['f-render-svg-entities'] },
    () => {
      for (const name of [
        'billion laughs',
        'quadratic blow-up',
        'external entity, file',
        'parameter entity',
        'entities in a drawing inside',
      ]) {
        expect(`${name}: ${named(name).how}`).toBe(`${name}: forbidden`);
      }
    },
  );

  it(
    'are refused as too large when they nest without end',
    { tags: ['f-render-svg-depth'] },
    () => {
      expect(named('fifty thousand levels').how).toBe('too-large');
      expect(named('levels that never close').how).toBe('too-large');
    },
  );

  it('are inflated under the cap only', { tags: ['f-render-svg-svgz'] }, () => {
    expect(named('compressed bomb').how).toBe('too-large');
    expect(named('compressed and cut').how).toBe('corrupt');
    expect(named('compressed drawing').how).toBe('picture');
  });

  it('are refused as too large at a huge aspect', { tags: ['f-render-svg-aspect'] }, () => {
    expect(named('huge aspect').how).toBe('too-large');
  });

  it(
    'leave a darkroom that still draws, in a process of its old size',
    { tags: ['f-render-instance-discarded'] },
    async () => {
      const outcome = await darkroom.develop({
        bytes: Buffer.from('<svg viewBox="0 0 8 8"><rect width="8" height="8" fill="#0a0"/></svg>'),
      });
      expect(outcome.ok).toBe(true);
      expect(growthMb).toBeLessThan(400);
    },
  );
});
