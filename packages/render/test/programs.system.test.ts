// Programs of the host, for real: LibreOffice on real office files and Chromium on real pages, behind real walls.
import { createServer } from 'node:http';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, type TestContext } from 'vitest';
import {
  createDarkroom,
  findPrograms,
  standardRenderers,
  type Darkroom,
  type ProgramName,
} from '../src/index.ts';
import { parsePrograms } from '../src/program/programs.ts';
import { bytesOf, colourAt, pixelsOf, refusalOf, rendered, shareOf } from './support/darkroom.ts';
import { readPng } from './support/read-png.ts';
import { readPage } from './support/tesseract.ts';
import { paragraph, writeDocx, writePptx, writeXlsx } from './support/write-zip.ts';

const programs = findPrograms();
const opened: Darkroom[] = [];
afterAll(async () => {
  for (const darkroom of opened) await darkroom.close();
});

function open(limits = {}, wanted = programs): Darkroom {
  const darkroom = createDarkroom({ renderers: standardRenderers({ programs: wanted }), limits });
  opened.push(darkroom);
  return darkroom;
}

function needs(context: TestContext, ...names: readonly ProgramName[]): void {
  for (const name of names)
    if (!programs[name]) context.skip(`${name} and bubblewrap are not installed`);
}

const patient = { timeout: 240_000 };

describe('LibreOffice of the host', patient, () => {
  test('draws slides as they look', { tags: ['f-render-office'] }, async (context) => {
    needs(context, 'libreoffice');
    const bytes = writePptx(['Quarterly figures', 'Second slide']);
    const all = { pages: { first: 1, last: 2 } };
    const { pages, pageCount, rendererKey, reproducible } = rendered(
      await open().develop({ name: 'a.pptx', bytes }, all),
    );
    expect({ pageCount, reproducible }).toEqual({ pageCount: 2, reproducible: false });
    expect(rendererKey).toMatch(/^libreoffice@/);
    const read = await Promise.all(pages.map(({ png }) => readPage(png)));
    expect(read[0]).toContain('Quarterly figures');
    expect(read[1]).toContain('Second slide');
  });

  test('draws words and figures as they look', { tags: ['f-render-office'] }, async (context) => {
    needs(context, 'libreoffice');
    const darkroom = open();
    const words = writeDocx(paragraph('A letter to nobody', 'Heading1') + paragraph('Kind words.'));
    const letter = rendered(await darkroom.develop({ name: 'a.docx', bytes: words }));
    expect(letter.rendererKey).toMatch(/^libreoffice@/);
    expect(await readPage(letter.pages[0]?.png ?? new Uint8Array())).toContain('letter to nobody');
    const sheet = writeXlsx([
      ['Pears', 12.5],
      ['Apples', 7],
    ]);
    const table = rendered(await darkroom.develop({ name: 'a.xlsx', bytes: sheet }));
    expect(await readPage(table.pages[0]?.png ?? new Uint8Array())).toContain('Apples');
  });

  test('refuses what it cannot read, and leaves nothing behind', async (context) => {
    needs(context, 'libreoffice');
    const before = leftovers('percept-office-');
    const bytes = writePptx(['x']).subarray(0, 900);
    const refusal = refusalOf(await open().develop({ name: 'a.pptx', bytes }));
    expect(['corrupt', 'unperceivable', 'renderer-missing']).toContain(refusal.refused);
    expect(leftovers('percept-office-')).toEqual(before);
  });
});

describe('a page with scripts', patient, () => {
  const live = `<!doctype html><title>t</title><body style="margin:0;background:#fff">
    <canvas id="c" width="504" height="588"></canvas>
    <script>
      alert('look at me');
      const pen = document.getElementById('c').getContext('2d');
      pen.fillStyle = 'rgb(209, 73, 91)';
      pen.fillRect(0, 0, 504, 588);
      setTimeout(() => { document.body.style.background = 'rgb(31, 138, 112)'; }, 3000);
    </script>`;

  test('is shown as its scripts left it, timers included', async (context) => {
    needs(context, 'chromium');
    const outcome = await open().develop({ name: 'a.html', bytes: bytesOf(live) });
    expect(rendered(outcome)).toMatchObject({ pageCount: 1, reproducible: false });
    const pixels = pixelsOf(outcome);
    expect(colourAt(pixels, 0.2, 0.2)).toEqual([209, 73, 91]);
    expect(colourAt(pixels, 0.9, 0.9)).toEqual([31, 138, 112]);
  });

  test('is cut into pages, and a part of it is drawn larger from the page itself', async (context) => {
    needs(context, 'chromium');
    const bytes = bytesOf(
      `<!doctype html><body style="margin:0"><div id="a"></div><script>
        document.getElementById('a').style.cssText = 'height:2500px;background:linear-gradient(red,blue)';
      </script>`,
    );
    const darkroom = open();
    const whole = rendered(
      await darkroom.develop({ name: 'a.html', bytes }, { pages: { first: 1, last: 3 } }),
    );
    expect(whole.pageCount).toBe(3);
    expect(whole.pages.map(({ original }) => original.height)).toEqual([1176, 1176, 148]);
    const region = { left: 0, top: 0, width: 100, height: 100, unit: 'permille' as const };
    const part = rendered(await darkroom.develop({ name: 'a.html', bytes }, { region }));
    expect(part.pages[0]?.shown).toMatchObject({ left: 0, top: 0 });
    expect(part.pages[0]?.width).toBeGreaterThan(part.pages[0]?.shown.width ?? Infinity);
    const beyond = await darkroom.develop(
      { name: 'a.html', bytes },
      { pages: { first: 9, last: 9 } },
    );
    expect(refusalOf(beyond).refused).toBe('invalid-input');
  });

  test('that is wider or longer than can be shown says so', async (context) => {
    needs(context, 'chromium');
    const bytes = bytesOf(
      '<!doctype html><body style="margin:0"><div style="width:3000px;height:130000px"></div><script>1</script>',
    );
    const { warnings, pageCount } = rendered(await open().develop({ name: 'a.html', bytes }));
    expect(pageCount).toBe(100);
    expect(warnings.filter(({ kind }) => kind === 'truncated')).toEqual([
      { kind: 'truncated', message: expect.stringContaining('3000 pixels wide') },
      { kind: 'truncated', message: expect.stringContaining('longer than 100 screens') },
    ]);
  });

  test('reaches no host and no file', async (context) => {
    needs(context, 'chromium');
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('secret');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const secret = join(tmpdir(), `percept-secret-${process.pid}.txt`);
    writeFileSync(secret, 'green');
    try {
      const bytes = bytesOf(`<!doctype html><body style="margin:0;background:#f00">
        <img src="http://127.0.0.1:${port}/img"><link rel="stylesheet" href="http://localhost:${port}/css">
        <iframe src="file://${secret}"></iframe><iframe src="http://127.0.0.1:${port}/frame"></iframe>
        <script src="http://127.0.0.1:${port}/js"></script>
        <script>
          const grab = (url) => fetch(url).then((r) => r.text()).then(() => { document.body.style.background = '#0f0'; }, () => {});
          grab('http://127.0.0.1:${port}/fetch'); grab('file://${secret}'); grab('http://169.254.169.254/latest');
          new WebSocket('ws://127.0.0.1:${port}/socket'); navigator.sendBeacon('http://127.0.0.1:${port}/beacon', 'x');
          new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }).createDataChannel('x');
          window.open('http://127.0.0.1:${port}/window');
        </script>`);
      const outcome = await open().develop({ name: 'a.html', bytes });
      expect(colourAt(pixelsOf(outcome), 0.9, 0.9)).toEqual([255, 0, 0]);
      expect(rendered(outcome).warnings.map(({ kind }) => kind)).toContain('external-not-loaded');
      expect(asked).toEqual([]);
    } finally {
      rmSync(secret);
      server.close();
    }
  });

  test.for<readonly [string, string]>([
    ['never ends', '<script>for (;;) {}</script>'],
    [
      'eats memory',
      '<script>const a = []; for (;;) a.push(new Array(1e6).fill(a.length));</script>',
    ],
    [
      'leaves for ever',
      '<script>setInterval(() => { location.href = "?" + Math.random(); }, 1);</script>',
    ],
    ['asks without end', '<script>while (prompt("?") !== 1) {}</script>'],
  ])('that %s ends as a refusal, and nothing of it is left', async ([, script], context) => {
    needs(context, 'chromium');
    const before = leftovers('percept-browser-');
    const darkroom = open({ browserTimeoutMs: 6_000 });
    const bytes = bytesOf(`<!doctype html><p>x</p>${script}`);
    const outcome = await darkroom.develop({ name: 'a.html', bytes });
    if (!outcome.ok) expect(['timed-out', 'worker-failed']).toContain(outcome.refusal.refused);
    expect(leftovers('percept-browser-')).toEqual(before);
    await expect.poll(browsers).toEqual([]);
  });

  test('is drawn without its scripts where there is no browser, and says so', async () => {
    const outcome = await open({}, {}).develop({ name: 'a.html', bytes: bytesOf(live) });
    expect(rendered(outcome).warnings.map(({ kind }) => kind)).toContain('script-not-run');
  });
});

describe('Mermaid', patient, () => {
  test.for<readonly [string, string, string | undefined]>([
    ['pie', 'pie title Pets\n "Dogs" : 386\n "Cats" : 85', 'Pets'],
    [
      'gantt',
      'gantt\n title Plan\n dateFormat YYYY-MM-DD\n section Work\n Build :a1, 2024-01-01, 30d',
      'Plan',
    ],
    ['mindmap', 'mindmap\n  root((Middle))\n    Origins\n    Research', undefined],
    ['timeline', 'timeline\n title History\n 2002 : LinkedIn\n 2004 : Facebook', 'History'],
    ['journey', 'journey\n title My day\n section Go\n  Make tea: 5: Me', 'My day'],
    [
      'quadrantChart',
      'quadrantChart\n title Reach\n x-axis Low --> High\n y-axis Less --> More\n A: [0.3, 0.6]',
      'Reach',
    ],
  ])('%s is drawn by the browser', async ([, source, word], context) => {
    needs(context, 'chromium');
    const { pages, rendererKey } = rendered(
      await open().develop({ name: 'a.mmd', bytes: bytesOf(source) }),
    );
    expect(rendererKey).toMatch(/^mermaid-browser@/);
    expect(shareOf(readPng(pages[0]?.png ?? new Uint8Array()), isInk)).toBeGreaterThan(0.01);
    // White words on coloured shapes are beyond tesseract.
    if (word !== undefined)
      expect(await readPage(pages[0]?.png ?? new Uint8Array())).toContain(word);
  });

  test('that is wrong is refused with the reason', async (context) => {
    needs(context, 'chromium');
    const bytes = bytesOf('pie title\n ????');
    expect(refusalOf(await open().develop({ name: 'a.mmd', bytes }))).toMatchObject({
      refused: 'corrupt',
    });
  });

  test('of a kind that needs a browser says so where there is none', async () => {
    const bytes = bytesOf('gantt\n title A');
    const refusal = refusalOf(await open({}, {}).develop({ name: 'a.mmd', bytes }));
    expect(refusal.refused).toBe('renderer-missing');
    expect(refusal.hint).toContain('npm install mermaid');
  });

  test('of the five main kinds needs no browser', async () => {
    const bytes = bytesOf('flowchart TD\n a --> b');
    const { rendererKey } = rendered(await open().develop({ name: 'a.mmd', bytes }));
    expect(rendererKey).toMatch(/^mermaid@/);
  });
});

describe('which programs are used', () => {
  test('is what was found with walls, or what was named', () => {
    expect(findPrograms({ folders: ['/nowhere'] })).toEqual({});
    expect(findPrograms({ wanted: [] })).toEqual({});
    for (const program of Object.values(programs)) expect(program?.walls).toMatch(/bwrap$/);
  });

  test.each([
    [undefined, {}],
    ['auto', {}],
    ['none', { wanted: [] }],
    ['Chromium, libreoffice', { wanted: ['chromium', 'libreoffice'] }],
  ])('is read from %j', (text, wanted) => {
    expect(parsePrograms(text)).toEqual({ ok: true, value: wanted });
  });

  test('is refused where a name is not known', () => {
    expect(refusalOf(parsePrograms('chromium,emacs')).refused).toBe('invalid-input');
  });
});

const isInk = (red: number, green: number, blue: number): boolean => red + green + blue < 700;

function leftovers(prefix: string): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
}

/** Of this process: others run their own. */
function browsers(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return line.includes('percept-browser-') && !/^State:\s+Z/m.test(status);
      } catch {
        return false;
      }
    });
}
