// The rule table of docs/attachments.md, cell by cell, and the same way in on every face.
import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { takeIn } from '@percept/agent/internal';
import { type ReportSlot } from '@percept/agent';
import { SessionPool } from '@percept/agent/runtime';
import { parseTenantId, type StoredBlock } from '@percept/core';
import { text } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takePrompt } from '../../packages/agent/src/acp/prompt.ts';
import { acpLimits } from '../../packages/agent/src/acp/limits.ts';
import { Intake } from '../../packages/openwop/src/intake.ts';
import { takeUpload } from '../../packages/host/src/web-api/take-upload.ts';
import { takeArrival } from '../../packages/percept/src/cli/chat/intake.ts';
import { openRig, unwrap, type Rig } from '../acp/rig.ts';
import { drawPieces, modelsOf, program, svg, table, type Piece } from './pieces.ts';

let rig: Rig;
let pieces: Readonly<Record<string, Piece>>;
beforeAll(async () => {
  rig = await openRig(() => text('Done.'));
  pieces = await drawPieces();
  for (const { name, bytes } of Object.values(pieces)) await writeFile(join(rig.root, name), bytes);
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
});

function piece(row: string): Piece {
  const found = pieces[row];
  if (!found) throw new Error(`There is no ${row}.`);
  return found;
}

const cells = Object.entries(table).flatMap(([row, forms]) =>
  Object.entries(forms).map(([model, form]) => [row, model, form] as const),
);

async function slotsFor(block: StoredBlock, name: string): Promise<readonly ReportSlot[]> {
  const model = modelsOf(rig.server).find((one) => one.name === name);
  const draft = [block, { type: 'text', text: '?' } as const];
  return unwrap(await rig.session.forecast(draft, { model })).report.slots;
}

describe('the rule table', () => {
  test.each(cells)(
    '%s for %s goes as %s, once',
    { tags: ['d-one-intake'] },
    async (row, model, form) => {
      const { name, bytes } = piece(row);
      const { block } = unwrap(await takeIn(rig.parts, { kind: 'bytes', bytes }, { name }));
      const slots = await slotsFor(block, model);
      expect(new Set(slots.map((slot) => slot.form))).toEqual(new Set([form]));
      expect(slots).toHaveLength(form === 'pages' && row === 'pdf' ? 2 : 1);
      expect(slots[0]).toMatchObject({ attachment: name, original: { bytes: bytes.length } });
    },
  );

  test('a model is told the true size of what was reduced, the frames of what moves, and the source of a drawing', async () => {
    const [seeing, , , , , blind] = modelsOf(rig.server);
    const words = async (row: string, model = seeing) => {
      const { name, bytes } = piece(row);
      const { block } = unwrap(await takeIn(rig.parts, { kind: 'bytes', bytes }, { name }));
      const forecast = unwrap(await rig.session.forecast([block], { model }));
      return JSON.stringify(forecast.request?.at(-1)?.content);
    };
    expect(await words('large')).toMatch(/pixels \d+×\d+; the original is 3000×2000/);
    expect(await words('moving')).toContain('a moving picture of 3 frames, this is the first');
    expect(await words('drawing')).not.toContain('<svg');
    expect(await words('drawing', blind)).toContain(JSON.stringify(svg).slice(1, -1));
    expect(await words('text')).toContain(JSON.stringify(program).slice(1, -1));
    expect(await words('pdf', blind)).toContain('Invoice 4711');
  });

  test('a model that does not see gets what is written in an office file or a notebook, once, and how much of it are pictures', async () => {
    const blind = modelsOf(rig.server).find(({ name }) => name === 'text-1');
    const request = async (row: string) => {
      const { name, bytes } = piece(row);
      const { block } = unwrap(await takeIn(rig.parts, { kind: 'bytes', bytes }, { name }));
      const forecast = unwrap(await rig.session.forecast([block], { model: blind }));
      return forecast.request?.at(-1)?.content;
    };
    const part = (text: string) => [{ type: 'text', text }];
    expect(await request('letter')).toMatchObject(
      part(
        '[attachment:letter.docx; a document, its text]\n~~~~untrusted-file\nThe heading\nYours, Ada.\n~~~~',
      ),
    );
    expect(await request('workbook')).toMatchObject(
      part(
        '[attachment:sums.xlsx; a document, its text]\n~~~~untrusted-file\nSheet Figures\nrent | 900\nfood | 312.5\n~~~~',
      ),
    );
    expect(await request('notebook')).toMatchObject(
      part(
        '[attachment:study.ipynb; a document, its text; a picture in it is only named; view attachment:study.ipynb shows its pages]\n' +
          '~~~~untrusted-file\nA study\nOf six by nine.\nIn [1]:\nprint(6 * 7)\n42\n[picture]\n~~~~',
      ),
    );
  });
});

describe('every face takes the same thing the same way', () => {
  const { signal } = new AbortController();
  const faces: Readonly<Record<string, (piece: Piece) => Promise<StoredBlock>>> = {
    terminal: async ({ name }) => {
      const place = { platform: process.platform, env: {}, cwd: rig.root, home: rig.root };
      const taken = await takeArrival(
        { ...rig.parts, place },
        { kind: 'path', path: name },
        signal,
      );
      if (!taken?.[0]) throw new Error('Nothing was taken.');
      return unwrap(taken[0]);
    },
    'terminal, dropped': async ({ name }) => {
      const place = { platform: process.platform, env: {}, cwd: rig.root, home: rig.root };
      const taken = await takeArrival(
        { ...rig.parts, place },
        { kind: 'drop', text: `'${join(rig.root, name)}'` },
        signal,
      );
      if (!taken?.[0]) throw new Error('Nothing was taken.');
      return unwrap(taken[0]);
    },
    ACP: async ({ name, bytes }) => {
      const uri = `file:///elsewhere/${encodeURIComponent(name)}`;
      const resource = { uri, blob: Buffer.from(bytes).toString('base64') };
      const context = { ...rig.parts, session: rig.session, limits: acpLimits, signal };
      const { parts } = unwrap(await takePrompt([{ type: 'resource', resource }], context));
      const [part] = parts;
      if (!part || part.type === 'text') throw new Error(JSON.stringify(part));
      return part;
    },
    browser: async ({ name, bytes }) => {
      async function* body() {
        yield bytes;
      }
      const tools = {
        store: rig.memory,
        darkroom: rig.parts.darkroom,
        door: rig.door,
      };
      return unwrap(await takeUpload(tools, { body: body(), name, signal, tell: () => {} })).block;
    },
    OpenWOP: async ({ name, bytes }) => {
      const nobody = { refused: 'absent', message: 'No.', hint: 'No.' } as const;
      const intake = new Intake({
        door: rig.door,
        runtime: { pool: async () => new SessionPool(rig.parts) },
        memory: rig.memory,
        assets: { isHere: () => false, resolve: async () => ({ ok: false, refusal: nobody }) },
        clock: Date.now,
      });
      const data = Buffer.from(bytes).toString('base64');
      const tenant = unwrap(parseTenantId('t'));
      return unwrap(await intake.take({ tenant, source: { kind: 'inline', data }, name }));
    },
  };

  test.each(Object.keys(faces))('%s', { tags: ['d-one-intake', 'd-door-inputs'] }, async (face) => {
    for (const each of Object.values(pieces)) {
      const expected = unwrap(
        await takeIn(rig.parts, { kind: 'bytes', bytes: each.bytes }, { name: each.name }),
      ).block;
      expect(await faces[face]?.(each), `${face}: ${each.name}`).toEqual(expected);
    }
  });

  test('what is nothing to look at is refused with what would help', async () => {
    await mkdir(join(rig.root, 'folder'), { recursive: true });
    const place = { platform: process.platform, env: {}, cwd: rig.root, home: rig.root };
    const folder = await takeArrival(
      { ...rig.parts, place },
      { kind: 'path', path: 'folder' },
      signal,
    );
    expect(folder).toMatchObject([{ ok: false, refusal: { hint: expect.stringMatching(/./) } }]);
    const junk: readonly (readonly [string, string, string])[] = [
      [
        'a.zip',
        'PK\x03\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0x',
        'unperceivable',
      ],
      ['fake.pdf', '%PDF-1.4\nnot a pdf', 'corrupt'],
      ['shot.png', '<html>404</html>', 'needs-render'],
    ];
    for (const [name, bytes, refused] of junk)
      expect(
        await takeIn(rig.parts, { kind: 'bytes', bytes: Buffer.from(bytes, 'latin1') }, { name }),
      ).toMatchObject({ ok: false, refusal: { refused } });
  });
});
