import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createDarkroom, type Darkroom } from '../src/index.ts';
import { createLibreOfficeRenderer } from '../src/office/libreoffice-renderer.ts';
import { createPdfRenderer } from '../src/pdf/pdf-renderer.ts';
import { line, pagesPdf } from './support/write-pdf.ts';
import { writeZip } from './support/write-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'fake-office-'));
const opened: Darkroom[] = [];
afterAll(async () => {
  for (const darkroom of opened) await darkroom.close();
  rmSync(folder, { recursive: true, force: true });
});

writeFileSync(join(folder, 'page.pdf'), pagesPdf([{ content: line('from slides', 60, 700, 20) }]));

/** A program in the place of LibreOffice: it gets the same arguments. */
function program(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

function darkroomWith(command: string, officeTimeoutMs = 10_000): Darkroom {
  const renderers = [createLibreOfficeRenderer(createPdfRenderer(), { path: command })];
  const darkroom = createDarkroom({ renderers, limits: { officeTimeoutMs } });
  opened.push(darkroom);
  return darkroom;
}

const pptx = {
  name: 'a.pptx',
  bytes: writeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: 'ppt/presentation.xml', data: '<p/>' },
  ]),
};

describe('LibreOffice of the host', () => {
  test(
    'draws slides through PDF, in a folder that is gone afterwards',
    { tags: ['f-render-office'] },
    async () => {
      const seen = join(folder, 'seen');
      const command = program(
        'works',
        `pwd > ${seen}; echo "$@" >> ${seen}; env >> ${seen}; cp ${folder}/page.pdf source.pdf`,
      );
      const outcome = await darkroomWith(command).develop(pptx);
      expect(outcome).toMatchObject({ ok: true, value: { pageCount: 1, reproducible: false } });
      const [where = '', args = '', ...env] = readFileSync(seen, 'utf8').split('\n');
      expect(existsSync(where)).toBe(false);
      expect(args).toContain('-env:UserInstallation=file://');
      const names = env.filter((text) => /^\w+=/.test(text)).map((text) => text.split('=')[0]);
      expect(
        names.filter(
          (name) =>
            !['PATH', 'HOME', 'LANG', 'TMPDIR', 'PWD', 'SHLVL', 'OLDPWD', '_'].includes(name ?? ''),
        ),
      ).toEqual([]);
    },
  );

  test(
    'that is not installed is a refusal with the way to install it',
    { tags: ['f-render-office'] },
    async () => {
      const outcome = await darkroomWith(join(folder, 'nowhere')).develop(pptx);
      expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'renderer-missing' } });
    },
  );

  test('that writes nothing leaves a refusal', async () => {
    const outcome = await darkroomWith(program('idle', 'exit 0')).develop(pptx);
    expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
  });

  test('that hangs is ended with everything that it started', async () => {
    const pid = join(folder, 'pid');
    const command = program('hangs', `sleep 60 & echo $! > ${pid}; wait`);
    const outcome = await darkroomWith(command, 500).develop(pptx);
    expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'timed-out' } });
    await expect.poll(() => isRunning(Number(readFileSync(pid, 'utf8')))).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    // A process that has ended and waits for its parent runs no more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
