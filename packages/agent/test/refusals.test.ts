// Every refusal kind as data, from the tools and the door that agents and people really use; nothing is thrown. The table
// has one row for each kind, or it does not compile.
import { execFileSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusalKinds, type Outcome, type RefusalKind } from '@percept/core';
import { openDoor } from '@percept/ingest';
import { createDarkroom, standardRenderers, type Renderer } from '@percept/render';
import { localTenant, openMemory } from '@percept/store';
import sharp from 'sharp';
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
  type TestContext,
} from 'vitest';
import { createEdit } from '../src/tools/edit.ts';
import { createRead } from '../src/tools/read.ts';
import { createView } from '../src/tools/view.ts';
import { type Workspace } from '../src/index.ts';
import { encryptedPdf } from '../../render/test/support/pdf-kinds.ts';
import { writePptx } from '../../render/test/support/write-zip.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await mkdir(scene.root, { recursive: true });
  const put = (name: string, bytes: Uint8Array | string): Promise<void> =>
    writeFile(join(scene.root, name), bytes);
  const picture = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#d1495b' },
  })
    .png()
    .toBuffer();
  await put('picture.png', picture);
  await put('broken.png', picture.subarray(0, 60));
  await put('empty.png', '');
  await put('archive.zip', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'));
  await put('photo.jxl', Buffer.from('\xff\x0a\0\0\0\0', 'latin1'));
  await put('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  await put('notes.txt', 'red\n');
  await put('slides.pptx', writePptx(['Slide']));
  await put('locked.pdf', encryptedPdf('open sesame'));
});
afterAll(() => scene[Symbol.asyncDispose]());

const at = (change: Partial<Workspace> = {}): Workspace => ({ ...scene.workspace, ...change });
const view = (input: object, change: Partial<Workspace> = {}, signal?: AbortSignal) =>
  createView(at(change)).run(input, signal ? { signal } : {});

const ways: Readonly<Record<RefusalKind, (context: TestContext) => Promise<Outcome<unknown>>>> = {
  absent: () => view({ ref: 'nothing.png' }),
  empty: () => view({ ref: 'empty.png' }),
  unperceivable: () => view({ ref: 'archive.zip' }),
  'unsupported-type': () => view({ ref: 'photo.jxl' }),
  'needs-render': () =>
    scene.workspace.door.ingest(
      {
        kind: 'path',
        path: 'drawing.svg',
        cwd: scene.root,
        access: { followLinks: 'never', roots: [scene.root] },
      },
      { expect: 'image' },
    ),
  'renderer-missing': () => view({ ref: 'slides.pptx' }),
  'too-large': async () => {
    await writeFile(join(scene.root, 'huge.svg'), `<svg>${' '.repeat(5_000_000)}</svg>`);
    return view({ ref: 'huge.svg' });
  },
  'too-many': () => view({ ref: 'notes.txt', pages: '1-500' }),
  corrupt: () => view({ ref: 'broken.png' }),
  encrypted: () => view({ ref: 'locked.pdf' }),
  'timed-out': async () => {
    await writeFile(join(scene.root, 'slow.svg'), turbulence);
    const limits = { drawTimeoutMs: 50 };
    const darkroom = createDarkroom({ renderers: standardRenderers({ limits }), limits });
    onTestFinished(() => darkroom.close());
    return view({ ref: 'slow.svg' }, { darkroom });
  },
  cancelled: () => view({ ref: 'drawing.svg' }, {}, AbortSignal.abort()),
  'worker-failed': async () => {
    const darkroom = createDarkroom({ renderers: [unruly] });
    onTestFinished(() => darkroom.close());
    return view({ ref: 'drawing.svg' }, { darkroom });
  },
  forbidden: () => view({ ref: '../data/percept.db' }),
  unreachable: () =>
    scene.workspace.door.ingest({ kind: 'url', url: 'https://nowhere.invalid/a.png' }),
  'invalid-input': () => view({ ref: 'picture.png', region: { x: 0 } }),
  stale: () =>
    createEdit(at()).run({ path: 'notes.txt', token: 'r1.old', old: 'red', new: 'blue' }),
  // A machine without a display and without a clipboard tool.
  unavailable: () =>
    scene.workspace.door.ingestClipboard({
      platform: 'linux',
      env: {},
      cwd: scene.root,
    }),
  'store-full': async (context) => {
    const directory = join(scene.root, 'small');
    await mkdir(directory);
    try {
      const options = ['-t', 'tmpfs', '-o', 'size=1m', 'percept-test', directory];
      execFileSync('mount', options, { stdio: 'pipe' });
    } catch {
      context.skip('a small file system cannot be mounted here (needs root and mount)');
    }
    onTestFinished(() => void execFileSync('umount', ['-l', directory]));
    const noise = randomFillSync(new Uint8Array(900 * 900 * 3));
    const raw = { width: 900, height: 900, channels: 3 } as const;
    await writeFile(join(scene.root, 'noise.png'), await sharp(noise, { raw }).png().toBuffer());
    const memory = await openMemory({ directory });
    const store = memory.forTenant(localTenant);
    const door = openDoor({ store });
    onTestFinished(async () => {
      await door.close();
      await memory.close();
    });
    return view({ ref: 'noise.png' }, { store, door });
  },
};

describe('every refusal kind is reached', { timeout: 240_000 }, () => {
  test.for(refusalKinds)('%s', { tags: ['s003-refusal-typed'] }, async (kind, context) => {
    const outcome = await ways[kind](context);
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { refused: kind, message: expect.any(String), hint: expect.any(String) },
    });
  });

  test('read refuses a picture and says where to go', async () => {
    const outcome = await createRead(at()).run({ ref: 'picture.png' }, {});
    expect(outcome.ok ? '' : outcome.refusal.hint).toContain('view');
  });
});

const unruly: Renderer = {
  id: 'unruly',
  version: '1',
  fonts: '',
  accepts: () => true,
  render: () => Promise.reject(new Error('it trips over itself')),
};

const turbulence =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="1500"><filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>' +
  '<rect width="1500" height="1500" filter="url(#f)"/></svg>';
