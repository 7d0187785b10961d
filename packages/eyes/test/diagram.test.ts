// Edges of drawn diagrams, with their words where a reader would have found them: what is followed, and what is left alone.
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Diagram } from '../src/description.ts';
import { diagramLines } from '../src/compose/diagram-words.ts';
import { readDiagrams } from '../src/diagram/read-diagrams.ts';
import { pageOf } from '../src/layout/page.ts';
import type { TextLine } from '../src/ocr/text-line.ts';
import { pictureOf } from './picture-of.ts';

/** A word of letters as high as 12 px, drawn as a bar: what it says stands in its piece. */
interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

function piece({ text, x, y }: Word): TextLine {
  const width = text.length * 8;
  const box = [x - width / 2, y - 9, x + width / 2, y + 9] as const;
  return {
    text,
    characters: [...text].map((char, at) => ({ char, probability: 1, x: at * 8 + 4 })),
    region: { centre: { x, y }, width, height: 18, angle: 0 },
    box,
    confidence: 1,
    weakest: 1,
    ink: '#222222',
    paper: '#ffffff',
  };
}

const letters = ({ text, x, y }: Word): string =>
  [...text]
    .map((_, at) => {
      const left = x - (text.length * 8) / 2 + at * 8 + 1;
      return `<rect x="${left}" y="${y - 6}" width="5" height="12" fill="#222"/>`;
    })
    .join('');

interface Drawing {
  readonly boxes: readonly Word[];
  readonly labels?: readonly Word[];
  /** SVG of strokes and heads. */
  readonly strokes: string;
}

const boxWidth = 110;
const boxHeight = 44;

async function read({ boxes, labels = [], strokes }: Drawing): Promise<readonly Diagram[]> {
  const shapes = boxes.map(
    ({ x, y }) =>
      `<rect x="${x - boxWidth / 2}" y="${y - boxHeight / 2}" width="${boxWidth}" height="${boxHeight}" fill="#eef2ff" stroke="#4f5d94" stroke-width="2"/>`,
  );
  const words = [...boxes, ...labels];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#fff"/><g fill="none" stroke="#1f2937" stroke-width="2">${strokes}</g>${shapes.join('')}${words.map((word) => letters(word)).join('')}</svg>`;
  const picture = await pictureOf(await sharp(Buffer.from(svg)).png().toBuffer());
  return readDiagrams(
    picture,
    words.map((word) => piece(word)),
  );
}

/** The tip of an arrow that goes to the right or down. */
const headRight = (x: number, y: number): string =>
  `<path d="M${x} ${y}l-12 -6v12z" fill="#1f2937" stroke="none"/>`;
const headDown = (x: number, y: number): string =>
  `<path d="M${x} ${y}l-6 -12h12z" fill="#1f2937" stroke="none"/>`;

const headAlong = (x: number, y: number, degrees: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${degrees})">${headRight(0, 0)}</g>`;

function told(diagrams: readonly Diagram[]): readonly string[] {
  return diagrams.flatMap((diagram) => diagramLines(diagram, '').slice(1));
}

const [alpha, beta, gamma, delta] = [
  { text: 'Alpha', x: 100, y: 80 },
  { text: 'Beta', x: 420, y: 80 },
  { text: 'Gamma', x: 100, y: 300 },
  { text: 'Delta', x: 420, y: 300 },
] as const;

describe('A diagram', () => {
  it(
    'is told as its boxes and the arrows that join them, with the words on an arrow',
    { tags: ['f-eyes-diagrams'] },
    async () => {
      const diagrams = await read({
        boxes: [alpha, beta, delta],
        labels: [{ text: 'yes', x: 260, y: 66 }],
        strokes: `<path d="M155 80H364"/>${headRight(364, 80)}<path d="M420 102V277"/>${headDown(420, 277)}`,
      });
      expect(told(diagrams)).toEqual(['Alpha → Beta (on it: yes)', 'Beta → Delta']);
      expect(diagrams[0]?.nodes.map(({ text }) => text)).toEqual(['Alpha', 'Beta', 'Delta']);
      expect(diagrams[0]?.edges[0]).toEqual({ from: 'n1', to: 'n2', label: 'yes', directed: true });
    },
  );

  it(
    'is followed straight on where two arrows cross, round corners and along dashes',
    { tags: ['f-eyes-diagrams'] },
    async () => {
      const crossed = await read({
        boxes: [alpha, beta, gamma, delta],
        strokes: `<path d="M155 100L357 274"/>${headAlong(365, 281, 40.7)}<path d="M155 284L357 106"/>${headAlong(365, 99, -41.4)}`,
      });
      expect(told(crossed)).toEqual(expect.arrayContaining(['Alpha → Delta', 'Gamma → Beta']));
      expect(told(crossed)).toHaveLength(2);
      const bent = await read({
        boxes: [alpha, beta, delta],
        strokes: `<path d="M100 102V300H364"/>${headRight(364, 300)}<path d="M155 80H362" stroke-dasharray="6 4"/>${headRight(364, 80)}`,
      });
      expect(told(bent)).toEqual(expect.arrayContaining(['Alpha → Delta', 'Alpha → Beta']));
    },
  );

  it(
    'says a line without a head as a line, and one with two heads as both ways',
    { tags: ['f-eyes-diagrams'] },
    async () => {
      const diagrams = await read({
        boxes: [alpha, beta, delta],
        strokes: `<path d="M155 80H364"/><path d="M420 102V277"/>${headDown(420, 277)}<path d="M420 103l-6 12h12z" fill="#1f2937" stroke="none"/>`,
      });
      expect(told(diagrams)).toEqual(['Alpha — Beta', 'Beta ↔ Delta']);
    },
  );

  it(
    'has no edge where a stroke ends before a box, or where it forks both ways',
    { tags: ['f-eyes-diagrams'] },
    async () => {
      const cut = await read({
        boxes: [alpha, beta, gamma, delta],
        strokes: `<path d="M155 80H364"/>${headRight(364, 80)}<path d="M155 300H250"/><path d="M320 300H364"/>${headRight(364, 300)}`,
      });
      expect(told(cut)).toEqual(['Alpha → Beta']);
      const forked = await read({
        boxes: [alpha, beta, delta],
        strokes: `<path d="M155 190H420M420 102V278M100 102V190H160"/>`,
      });
      expect(told(forked).filter((line) => line.includes('Alpha'))).toEqual([]);
    },
  );

  it(
    'is not made of cells, of buttons in a row, or of two boxes and a line without a head',
    { tags: ['f-eyes-diagrams'] },
    async () => {
      const cells = [0, 1, 2].flatMap((row) =>
        [0, 1, 2].map((column) => ({
          text: `r${row}c${column}`,
          x: 100 + column * 112,
          y: 80 + row * 46,
        })),
      );
      expect(await read({ boxes: cells, strokes: '' })).toEqual([]);
      const buttons = [100, 260, 420].map((x, at) => ({ text: `Button${at}`, x, y: 80 }));
      expect(await read({ boxes: buttons, strokes: '<path d="M20 130H620"/>' })).toEqual([]);
      expect(await read({ boxes: [alpha, beta], strokes: '<path d="M155 80H364"/>' })).toEqual([]);
    },
  );

  it(
    'stands on the page where it is, and its words are told once',
    { tags: ['f-eyes-diagrams'] },
    async () => {
      const title = piece({ text: 'Checkout', x: 60, y: 20 });
      const diagrams = readDiagrams(await arrowPicture(), [piece(alpha), piece(beta), title]);
      expect(told(diagrams)).toEqual(['Alpha → Beta']);
      const { blocks, lines } = pageOf(
        [piece(gamma), title, ...diagrams.flatMap((found) => [...found.pieces])],
        [],
        diagrams,
      );
      expect(blocks.map(({ type }) => type)).toEqual(['text', 'diagram', 'text']);
      expect(lines.map(({ text }) => text)).toEqual(['Checkout', 'Alpha', 'Beta', 'Gamma']);
    },
  );
});

async function arrowPicture(): ReturnType<typeof pictureOf> {
  const boxes = [alpha, beta].map(
    (word) =>
      `<rect x="${word.x - 55}" y="58" width="110" height="44" fill="#eef2ff" stroke="#4f5d94"/>${letters(word)}`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#fff"/><path d="M155 80H364" stroke="#1f2937" stroke-width="2"/>${headRight(364, 80)}${boxes.join('')}</svg>`;
  return pictureOf(await sharp(Buffer.from(svg)).png().toBuffer());
}
