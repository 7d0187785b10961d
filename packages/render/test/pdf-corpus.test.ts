// Hundreds of PDFs, whole and broken in every way that files break: no crash, no hang, every failure of a closed kind.
import { expect, it } from 'vitest';
import { openDarkroom } from './support/darkroom.ts';
import { breakages, pdfBombs, pdfKinds } from './support/pdf-kinds.ts';

const pdfPageTimeoutMs = 800;
const limits = { pdfPageTimeoutMs, maxEngineMemoryBytes: 256 * 1024 * 1024 };
const darkroom = openDarkroom(limits);
/** Small pages: what is tried here is the reading, not the drawing. */
const target = {
  imageTypes: ['image/png'],
  maxBytes: 5_000_000,
  maxEdgePx: 420,
  maxPixels: 176_400,
} as const;

/** Work of the processor in every thread, which a busy machine does not stretch. */
function workedMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

it(
  'reads a corpus of over three hundred generated documents without a crash or a hang',
  { timeout: 240_000, tags: ['f-render-pdf-corrupt'] },
  async () => {
    const figures = new Map<string, number>();
    const strange: string[] = [];
    let documents = 0;
    let slowestMs = 0;
    const before = process.memoryUsage.rss();
    for (const [kind, whole] of pdfKinds()) {
      for (const [breakage, spoil] of breakages) {
        documents++;
        const start = process.cpuUsage();
        const outcome = await darkroom.develop(
          { bytes: spoil(whole), name: `${kind}.pdf` },
          { target },
        );
        const ms = workedMsSince(start);
        slowestMs = Math.max(slowestMs, ms);
        const how = outcome.ok ? 'drawn' : outcome.refusal.refused;
        figures.set(how, (figures.get(how) ?? 0) + 1);
        const isKnown = [
          'drawn',
          'corrupt',
          'encrypted',
          'too-large',
          'timed-out',
          'unperceivable',
          'renderer-missing',
        ].includes(how);
        if (!isKnown || ms > pdfPageTimeoutMs * 9)
          strange.push(`${kind} ${breakage}: ${how} in ${ms.toFixed(0)} CPU ms`);
      }
    }
    const grownMb = (process.memoryUsage.rss() - before) / 1e6;
    console.log(
      `${documents} documents: ${JSON.stringify(Object.fromEntries(figures))}, slowest ${slowestMs.toFixed(0)} CPU ms, RSS +${grownMb.toFixed(0)} MB`,
    );
    expect(documents).toBeGreaterThanOrEqual(300);
    expect(strange).toEqual([]);
  },
);

it(
  'ends bombs within the deadline, and still draws afterwards',
  { timeout: 240_000, tags: ['f-render-pdf-bombs'] },
  async () => {
    for (const [name, bytes] of await pdfBombs()) {
      const start = process.cpuUsage();
      const outcome = await darkroom.develop({ bytes }, { target });
      const ms = workedMsSince(start);
      const how = outcome.ok ? 'drawn' : outcome.refusal.refused;
      console.log(
        `${name}: ${how} in ${ms.toFixed(0)} CPU ms, ${bytes.length} bytes, RSS ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`,
      );
      // A huge picture in few bits can be drawn where the machine is fast; nothing else here can.
      const ends = [
        'timed-out',
        'too-large',
        'corrupt',
        ...(name === 'image, huge' ? ['drawn'] : []),
      ];
      expect(ends).toContain(how);
      expect(ms, `${name} in CPU ms`).toBeLessThan(pdfPageTimeoutMs * 9);
    }
    const after = await darkroom.develop(
      { bytes: pdfKinds().get('text') ?? new Uint8Array() },
      { target },
    );
    expect(after.ok).toBe(true);
  },
);
