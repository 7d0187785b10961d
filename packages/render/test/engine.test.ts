// Engines: thrown away after a trap or a deadline, replaced without a word, and never a reason for a process to stay.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { unless } from '../../../test/needs.ts';
import { createFontSet, packagedFonts, standardFonts } from '../src/fonts/font-set.ts';
import { renderLimits, standardRenderers } from '../src/index.ts';
import { pdfiumVersion } from '../src/pdf/pdf-renderer.ts';
import { createTakumi, takumiVersion } from '../src/takumi/takumi.ts';
import { bytesOf, openDarkroom, refusalOf, rendered } from './support/darkroom.ts';

const run = promisify(execFile);
const drawing = bytesOf(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
);
const endless = bytesOf(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><defs><mask id="m0"><rect width="99" height="99" fill="#fff"/></mask>${Array.from({ length: 24 }, (_, index) => `<mask id="m${index + 1}"><g mask="url(#m${index})"><g mask="url(#m${index})"><rect width="200" height="200" fill="#fff"/></g></g></mask>`).join('')}</defs><rect width="200" height="200" mask="url(#m24)"/></svg>`,
);

describe('an engine', () => {
  it(
    'is ended at its deadline and replaced for the next source',
    { tags: ['f-render-instance-discarded'] },
    async () => {
      const darkroom = openDarkroom({ drawTimeoutMs: 2_000 });
      expect(refusalOf(await darkroom.develop({ bytes: endless }))).toMatchObject({
        refused: 'timed-out',
        limit: { max: 2_000 },
      });
      expect(rendered(await darkroom.develop({ bytes: drawing })).pages).toHaveLength(1);
    },
  );

  it('is ended when its job takes too much memory', async () => {
    const darkroom = openDarkroom({ maxEngineMemoryBytes: 1 });
    const outcome = await darkroom.develop({ bytes: endless });
    expect(refusalOf(outcome)).toMatchObject({
      refused: 'too-large',
      limit: { name: 'maxEngineMemoryBytes' },
    });
  });

  it(
    'that cannot be loaded for want of files says so, and is loaded when there are some again',
    unless(process.platform === 'win32' ? 'there is no ulimit here' : undefined),
    async () => {
      const program = new URL('support/no-files.ts', import.meta.url).pathname;
      const limited = 'ulimit -n 256 && exec "$0" --no-warnings --conditions=source "$1"';
      const args = ['-c', limited, process.execPath, program];
      const { stdout } = await run('/bin/sh', args, { timeout: 60_000 });
      for (const line of stdout.trim().split('\n'))
        expect(JSON.parse(line)).toMatchObject({
          without: { refused: 'unavailable', hint: expect.stringContaining('ulimit -n') },
          later: true,
        });
    },
  );

  it('asks again for a font that could not be had', async () => {
    const fonts = standardFonts();
    const [first, ...others] = fonts.always;
    if (!first) throw new Error('There are no fonts.');
    let times = 0;
    const load = async (): Promise<Uint8Array> => {
      times += 1;
      if (times === 1) throw new Error('no such luck');
      return first.load();
    };
    const flaky = createFontSet({ ...fonts, always: [{ ...first, load }, ...others] });
    const darkroom = openDarkroom({}, { renderers: standardRenderers({ fonts: flaky }) });
    expect(refusalOf(await darkroom.develop({ bytes: drawing })).message).toContain('no such luck');
    expect(rendered(await darkroom.develop({ bytes: drawing })).pages).toHaveLength(1);
  });

  it.each([0, -5, 1.5, Number.NaN])('takes no scene that is %d pixels wide', async (width) => {
    const takumi = createTakumi();
    onTestFinished(() => takumi.close());
    const scene = { node: { type: 'text', text: 'x' }, width, height: 9 } as const;
    const context = { limits: renderLimits, signal: new AbortController().signal };
    const words = /^takumi\.\w+: scene\.width is a whole number of one or more/;
    await expect(takumi.draw({ scene, text: 'x', ground: 'white' }, context)).rejects.toThrow(
      words,
    );
    await expect(takumi.measure({ scene, text: 'x' }, context)).rejects.toThrow(words);
  });

  it('serves many askers in turn, each with the answer to their own question', async () => {
    const darkroom = openDarkroom();
    const sizes = [100, 200, 300, 400, 600, 700, 800, 900];
    const outcomes = await Promise.all(
      sizes.map((size) =>
        darkroom.develop({
          bytes: bytesOf(
            `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`,
          ),
        }),
      ),
    );
    expect(outcomes.map((outcome) => rendered(outcome).pages[0]?.original.width)).toEqual(sizes);
  });

  it('is no reason for a process to stay alive', async () => {
    const entry = new URL('../src/index.ts', import.meta.url).href;
    const script = `
      import { createDarkroom, standardRenderers } from ${JSON.stringify(entry)};
      const darkroom = createDarkroom({ renderers: standardRenderers() });
      const outcome = await darkroom.develop({ bytes: Buffer.from('<svg viewBox="0 0 9 9"/>') });
      console.log(outcome.ok, outcome.refusal?.message ?? '');
    `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 200_000,
    });
    expect(stdout.trim()).toBe('true');
  });
});

describe('what stands in cache keys', () => {
  const require = createRequire(import.meta.url);
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );

  it('names the versions that are installed', () => {
    expect(manifest.dependencies['@takumi-rs/wasm']).toBe(takumiVersion);
    expect(manifest.dependencies['@embedpdf/pdfium']).toBe(pdfiumVersion);
    for (const font of Object.values(packagedFonts)) {
      expect(`${font.package}@${manifest.dependencies[font.package]}`).toBe(
        `${font.package}@${font.version}`,
      );
    }
    expect(require.resolve('@takumi-rs/wasm')).toContain('wasm');
  });
});
