// `draw`: has a model make a picture, new or from one that is there. Nothing leaves before somebody has said so, what is made
// is kept as everything that models make, and its `media:` name can be viewed, described and drawn from again.
import type { ImageModelV4 } from '@ai-sdk/provider';
import { accept, refuse, type JsonObject, type Outcome, type RegionRequest } from '@percept/core';
import {
  definedOf,
  isRecord,
  jsonOf,
  madeLimits,
  quoted,
  readText,
  readWord,
} from '@percept/core/internal';
import {
  drawPicture,
  forecastWords,
  nobodyDraws,
  shapes,
  type DrawRequest,
  type Produced,
  type Shape,
} from '../making/index.ts';
import { permitted, type Making } from './making.ts';
import { misused, type Tool, type ToolOptions } from './tool.ts';
import { createView } from './view.ts';
import { parseRegion, viewSchema } from './view-input.ts';
import type { Workspace } from './workspace.ts';

export type Drawing = Making<ImageModelV4>;

export function createDraw(workspace: Workspace, { maker, budget, bill }: Drawing): Tool<Produced> {
  return {
    name: 'draw',
    description: `Have ${maker?.model ?? 'a model'} make a picture: a new one from words, or with from an edit of a picture, or with region of a part of it. The result is kept and shown; view it by its ref to check it.`,
    capabilities: ['read', 'render'],
    inputSchema: drawSchema,
    run: async (input, options = {}) => {
      const asked = parseInput(input);
      if (!asked.ok) return asked;
      if (!maker) return refuse(nobodyDraws);
      const request = await requestOf(asked.value, workspace, options);
      if (!request.ok) return request;
      const { prompt, from } = asked.value;
      const full = budget.draw();
      if (full) return refuse(full);
      const order = {
        tool: 'draw',
        maker,
        words: prompt,
        notes: [
          forecastWords(maker.price, { pictures: 1 }),
          ...(from === undefined ? [] : [`The picture ${quoted(from)} goes there too.`]),
        ],
        input: jsonOf(asked.value),
        bill,
      } as const;
      return permitted(workspace, options, order, (parts) =>
        drawPicture(maker, request.value, parts),
      );
    },
  };
}

export const drawSchema: JsonObject = {
  type: 'object',
  properties: {
    prompt: { type: 'string', description: 'What to draw, or what to change.' },
    from: {
      type: 'string',
      description: 'The picture to change: a path, media:sha256-… or attachment:NAME.',
    },
    region: regionSchema(),
    shape: { type: 'string', enum: [...shapes] },
  },
  required: ['prompt'],
  additionalProperties: false,
};

function regionSchema(): JsonObject {
  const known = viewSchema['properties'];
  const region = isRecord(known) ? known['region'] : undefined;
  return {
    ...(isRecord(region) ? region : {}),
    description: 'The part of from that may change. Thousandths (0 to 1000) unless unit is "px".',
  };
}

interface DrawInput {
  readonly prompt: string;
  readonly from?: string;
  readonly region?: RegionRequest;
  readonly shape?: Shape;
}

function parseInput(input: unknown): Outcome<DrawInput> {
  const fields = isRecord(input) ? input : {};
  const prompt = readText(fields['prompt'])?.trim();
  if (!prompt) return misused('draw', 'draw needs a prompt: what to draw, or what to change.');
  const { maxPromptChars: max } = madeLimits;
  if (prompt.length > max)
    return refuse({
      refused: 'too-large',
      message: `The prompt has ${prompt.length} characters, and at most ${max} are sent.`,
      hint: 'Say it shorter.',
      limit: { name: 'maxPromptChars', max, actual: prompt.length },
    });
  const from = readText(fields['from']);
  const region = fields['region'] === undefined ? undefined : parseRegion(fields['region']);
  if (region && !region.ok) return region;
  if (region && from === undefined)
    return misused('draw', 'A region is a part of from: name the picture.');
  const shape = readWord(shapes, fields['shape']);
  if (fields['shape'] !== undefined && !shape)
    return misused('draw', `shape is ${shapes.join(', ')}.`);
  return accept({ prompt, ...definedOf({ from, region: region?.value, shape }) });
}

/** The picture as it can be sent: pixels of any source that view shows, its first page. */
async function requestOf(
  { prompt, from, region, shape }: DrawInput,
  workspace: Workspace,
  options: ToolOptions,
): Promise<Outcome<DrawRequest>> {
  if (from === undefined) return accept({ prompt, shape });
  const seen = await createView(workspace).run({ ref: from }, options);
  if (!seen.ok) return seen;
  const [first] = seen.value.perceptions;
  if (!first) return misused('draw', 'There is no picture to change.');
  const { block, original } = first;
  const bytes = await workspace.store.get(block.sha256);
  if (!bytes.ok) return bytes;
  const { width, height, mime } = block;
  const scaled = region && scaledTo(region, width / original.width, height / original.height);
  return accept({
    prompt,
    from: { bytes: bytes.value, width, height, mime },
    region: scaled,
    shape,
  });
}

/** Pixels of the original, in the picture that is sent. */
function scaledTo(region: RegionRequest, x: number, y: number): RegionRequest {
  if (region.unit === 'permille') return region;
  const { left, top, width, height } = region;
  return { ...region, left: left * x, top: top * y, width: width * x, height: height * y };
}
