// Two renderers that have nothing to do with ours, Chromium and librsvg, drawing with the same font files and no others.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packagedFonts } from '../../src/fonts/font-set.ts';
import { readPng, type Pixels } from './read-png.ts';

const run = promisify(execFile);
const cellPx = 200;
const across = 10;
export const drawingsPerSheet = across * across;

export interface Sized {
  readonly markup: string;
  readonly width: number;
  readonly height: number;
}

/** Everything that the renderers write goes into `folder`. */
export function referenceRenderers(folder: string): {
  /** At most a sheet of drawings, each at most a cell large, as a browser shows pictures. */
  chromium(drawings: readonly Sized[]): Promise<readonly Pixels[]>;
  rsvg(markup: string): Promise<Pixels | undefined>;
} {
  const env = { ...process.env, HOME: folder, FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  mkdirSync(join(folder, 'profile'), { recursive: true });
  writeFileSync(join(folder, 'fonts.conf'), fontSettings(folder));
  return {
    async chromium(drawings) {
      const [page, sheet] = [join(folder, 'sheet.html'), join(folder, 'sheet.png')];
      writeFileSync(page, sheetOf(drawings));
      const size = cellPx * across;
      const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'];
      const looks = ['--force-device-scale-factor=1', '--disable-lcd-text', '--lang=en'];
      const place = [`--user-data-dir=${join(folder, 'profile')}`, `--screenshot=${sheet}`];
      const all = [...flags, ...looks, ...place, `--window-size=${size},${size}`, page];
      await run('chromium', all, { env, timeout: 60_000 });
      const pixels = readPng(readFileSync(sheet));
      return drawings.map(({ width, height }, index) => cut(pixels, index, width, height));
    },
    async rsvg(markup) {
      const [source, picture] = [join(folder, 'one.svg'), join(folder, 'one.png')];
      writeFileSync(source, markup);
      try {
        await run('rsvg-convert', ['--accept-language=en', '-o', picture, source], { env });
        return readPng(readFileSync(picture));
      } catch {
        return undefined;
      }
    },
  };
}

/** Only our fonts, neither hinted nor coloured at the edges, so that outlines are compared and not their rasters. */
function fontSettings(folder: string): string {
  const { emoji: _emoji, unifont: _unifont, ...always } = packagedFonts;
  const files = Object.values(always).map(({ locate, up, file }) =>
    join(dirname(locate()), up, file),
  );
  const folders = [...new Set(files.map((file) => dirname(file)))];
  const set = (name: string, value: string): string =>
    `<edit name="${name}" mode="assign">${value}</edit>`;
  return (
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>' +
    folders.map((each) => `<dir>${each}</dir>`).join('') +
    `<cachedir>${join(folder, 'fonts')}</cachedir><match target="font">` +
    set('hinting', '<bool>false</bool>') +
    set('hintstyle', '<const>hintnone</const>') +
    set('antialias', '<bool>true</bool>') +
    set('rgba', '<const>none</const>') +
    '</match><match target="pattern"><edit name="family" mode="append_last"><string>Noto Sans</string></edit></match></fontconfig>'
  );
}

function sheetOf(drawings: readonly Sized[]): string {
  const cells = drawings.map(({ markup, width, height }, index) => {
    const place = `left:${(index % across) * cellPx}px;top:${Math.floor(index / across) * cellPx}px`;
    const data = Buffer.from(markup).toString('base64');
    return `<div style="${place}"><img width="${width}" height="${height}" src="data:image/svg+xml;base64,${data}"></div>`;
  });
  const style = `body{margin:0;background:#fff}div{position:absolute;width:${cellPx}px;height:${cellPx}px;overflow:hidden}img{display:block}`;
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>${cells.join('')}`;
}

function cut(sheet: Pixels, index: number, width: number, height: number): Pixels {
  const left = (index % across) * cellPx;
  const top = Math.floor(index / across) * cellPx;
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * sheet.width + left) * 4;
    rgba.set(sheet.rgba.subarray(from, from + width * 4), y * width * 4);
  }
  return { width, height, rgba };
}
