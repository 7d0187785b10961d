// What a model may ask of `view`, parsed from whatever it sent.
import { accept, type JsonObject, type Outcome, type RegionRequest } from '@percept/core';
import { definedOf, isRecord, readText, readWord } from '@percept/core/internal';
import { anything, finite, isShape } from '@percept/core/internal/options';
import {
  densities,
  parsePageRange,
  type Density,
  type PageRange,
} from '@percept/render/internal/options';
import { misused } from './tool.ts';

export interface ViewInput {
  readonly ref: string;
  readonly pages?: PageRange;
  readonly region?: RegionRequest;
  readonly density?: Density;
  readonly question?: string;
}

export const viewSchema: JsonObject = {
  type: 'object',
  properties: {
    ref: { type: 'string', description: 'A path, media:sha256-… or attachment:NAME.' },
    pages: { type: 'string', description: 'A page "3" or a range "2-4" (default: the first).' },
    region: {
      type: 'object',
      description:
        'Zoom: a part of the page, cut from the original. Thousandths (0 to 1000) unless unit is "px".',
      properties: {
        x: { type: 'number' },
        y: { type: 'number' },
        width: { type: 'number' },
        height: { type: 'number' },
        unit: { type: 'string', enum: ['permille', 'px'] },
      },
      required: ['x', 'y', 'width', 'height'],
      additionalProperties: false,
    },
    question: {
      type: 'string',
      description: 'What you want to know; used where another model has to look for you.',
    },
    density: {
      type: 'string',
      enum: [...densities],
      description: 'gist: more on a page, less legible.',
    },
  },
  required: ['ref'],
  additionalProperties: false,
};

export function parseViewInput(input: unknown): Outcome<ViewInput> {
  const fields = isRecord(input) ? input : {};
  const ref = readText(fields['ref']);
  if (!ref) return misused('view', 'view needs a ref.');
  const pages =
    fields['pages'] === undefined ? undefined : parsePageRange(pagesText(fields['pages']));
  if (pages && !pages.ok) return pages;
  const region = fields['region'] === undefined ? undefined : parseRegion(fields['region']);
  if (region && !region.ok) return region;
  const density = readWord(densities, fields['density']);
  if (fields['density'] !== undefined && !density)
    return misused('view', `density is ${densities.join(' or ')}.`);
  const question = readText(fields['question']);
  return accept({
    ref,
    ...definedOf({ pages: pages?.value, region: region?.value, density, question }),
  });
}

function pagesText(value: unknown): string {
  return typeof value === 'number' ? String(value) : (readText(value) ?? '');
}

/** An object as in the schema, or the text that a command line takes: `x,y,w,h`, with `px` for pixels. */
export function parseRegion(value: unknown): Outcome<RegionRequest> {
  const fields = typeof value === 'string' ? fieldsOfText(value) : value;
  if (!isRegion(fields)) return invalidRegion();
  const { x: left, y: top, width, height } = fields;
  const unit = fields.unit === 'px' ? 'source' : 'permille';
  return accept({ unit, left, top, width, height });
}

interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly unit?: unknown;
}

const isRegion = isShape<Region>({
  x: finite,
  y: finite,
  width: finite,
  height: finite,
  unit: anything,
});

function fieldsOfText(text: string): unknown {
  const sides = text.split(',').map((side) => side.trim());
  if (sides.length !== 4) return undefined;
  const numbers = sides.map((side) => Number(side.replace(/px$/, '')));
  // Thousandths end at 1000, so a larger figure can only mean pixels.
  const isPixels = sides.some((side) => side.endsWith('px')) || numbers.some((side) => side > 1000);
  const [x, y, width, height] = numbers;
  return { x, y, width, height, unit: isPixels ? 'px' : 'permille' };
}

function invalidRegion() {
  return misused(
    'view',
    'A region is x, y, width and height, in thousandths (0 to 1000) or in pixels (10px,20px,300px,200px).',
  );
}
