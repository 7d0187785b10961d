// What the agents are asked to look at: pictures that nobody can guess, in every state in which they reach a request.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawPalette, drawQuadrants } from '../../test/wires/quadrants.ts';

export const caseNames = [
  'good',
  'wrong-type',
  'truncated',
  'heavy',
  'wide',
  'svg',
  'pdf',
  'six',
] as const;
export type CaseName = (typeof caseNames)[number];

export interface Scene {
  /** Names of the files, in the folder that the agent works in. */
  readonly files: readonly string[];
  /** What somebody who sees would say of the first one. */
  readonly colours: readonly string[];
}

export async function setScene(name: CaseName, seed: number, folder: string): Promise<Scene> {
  const colours = drawPalette(seed);
  const put = async (file: string, bytes: Uint8Array | string): Promise<Scene> => {
    await writeFile(join(folder, file), bytes);
    return { files: [file], colours };
  };
  switch (name) {
    case 'good':
      return put('shot.png', await drawQuadrants(colours, 640, 400));
    case 'wrong-type':
      return put(
        'shot.png',
        await sharp(await drawQuadrants(colours))
          .jpeg()
          .toBuffer(),
      );
    case 'truncated': {
      const whole = await grainy(colours, 640, 400);
      return put('shot.png', whole.subarray(0, Math.floor(whole.length / 2)));
    }
    case 'heavy':
      return put('shot.png', await grainy(colours, 1560, 1560));
    case 'wide':
      return put('shot.png', await drawQuadrants(colours, 9000, 600));
    case 'svg':
      return put('shot.svg', drawing(colours));
    case 'pdf':
      return put('shot.pdf', page(colours));
    case 'six': {
      const files = Array.from({ length: 6 }, (_, index) => `shot-${index + 1}.png`);
      for (const [index, file] of files.entries())
        await writeFile(
          join(folder, file),
          await drawQuadrants(index === 0 ? colours : drawPalette(seed + index * 1000)),
        );
      return { files, colours };
    }
  }
}

/** Under noise that no compressor removes. */
async function grainy(colours: readonly string[], width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 };
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise },
  })
    .png()
    .toBuffer();
  return sharp(await drawQuadrants(colours, width, height))
    .composite([{ input: grain, blend: 'soft-light' }])
    .png({ compressionLevel: 3 })
    .toBuffer();
}

const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

function drawing(colours: readonly string[]): string {
  const tiles = corners.map(
    ([x, y], index) =>
      `<rect id="${colours[index]}" x="${x * 160}" y="${y * 120}" width="160" height="120"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240">${tiles.join('')}</svg>`;
}

function page(colours: readonly string[]): Buffer {
  const drawn = `BT /F1 12 Tf 20 100 Td (${colours.join(' ')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 320 240] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
