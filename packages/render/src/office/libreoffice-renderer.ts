// Office files as they look, by the LibreOffice of the host: a process behind walls with a profile and a folder of its own
// and a deadline. What it draws depends on its version and fonts, so the pixels are kept
// and never promised again.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Renderer, RenderContext } from '../renderer.ts';
import type { Program } from '../program/programs.ts';
import { runToEnd } from '../program/run-to-end.ts';
import { linkSettings } from './profile.ts';

const revision = 1;

const mimes: ReadonlySet<string> = new Set([
  'application/vnd.openxmlformats-officedocument',
  'application/vnd.oasis.opendocument',
  'application/x-ole-storage',
  'application/rtf',
]);

/** `pdf` draws what LibreOffice writes. Register it before the renderers that only read the structure. */
export function createLibreOfficeRenderer(pdf: Renderer, program: Program): Renderer {
  return {
    id: 'libreoffice',
    version: `${revision}-${pdf.version}`,
    fonts: pdf.fonts,
    accepts: ({ mime }) => mimes.has(mime),
    async render({ bytes }, options, context) {
      const folder = await mkdtemp(join(tmpdir(), 'percept-office-'));
      try {
        const converted = await convert(program, folder, bytes, context);
        if (!converted.ok) return converted;
        const source = { bytes: converted.value, mime: 'application/pdf' };
        const rendered = await pdf.render(source, options, context);
        return rendered.ok ? accept({ ...rendered.value, reproducible: false }) : rendered;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: async () => pdf.close?.(),
  };
}

async function convert(
  program: Program,
  folder: string,
  bytes: Uint8Array,
  { limits, signal }: RenderContext,
): Promise<Outcome<Uint8Array>> {
  const profile = join(folder, 'profile');
  await linkSettings(profile);
  await writeFile(join(folder, 'source.bin'), bytes, { flag: 'wx', mode: 0o600 });
  const flags = [
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    '--nofirststartwizard',
  ];
  const where = `-env:UserInstallation=${pathToFileURL(profile).href}`;
  const work = ['--convert-to', 'pdf', '--outdir', folder, join(folder, 'source.bin')];
  const ended = await runToEnd(program, [...flags, where, ...work], {
    folder,
    timeoutMs: limits.officeTimeoutMs,
    signal,
  });
  switch (ended.kind) {
    case 'absent':
      return refuse(missing);
    case 'late':
      return refuse(late(limits.officeTimeoutMs));
    case 'ended':
      return readResult(join(folder, 'source.pdf'), limits.maxPdfBytes);
  }
}

async function readResult(path: string, maxBytes: number): Promise<Outcome<Uint8Array>> {
  try {
    const { size } = await stat(path);
    if (size > 0 && size <= maxBytes) return accept(new Uint8Array(await readFile(path)));
  } catch {
    // Nothing was written: the same words as for an empty file.
  }
  return refuse({
    refused: 'corrupt',
    message: 'LibreOffice could not turn this file into pages.',
    hint: 'Open it in an office program and export it as PDF.',
  });
}

const missing: Refusal = {
  refused: 'renderer-missing',
  message: 'LibreOffice is not installed on this host.',
  hint: 'Install it (Debian: `apt-get install libreoffice-nogui`), or export the file as PDF and look at that.',
};

function late(max: number): Refusal {
  return {
    refused: 'timed-out',
    message: `LibreOffice did not finish within ${max} ms, and was ended.`,
    hint: 'Export the file as PDF and look at that.',
    limit: { name: 'officeTimeoutMs', max, actual: max },
  };
}
