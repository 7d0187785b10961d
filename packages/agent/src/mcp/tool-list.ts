// The tools as a client lists them. The schema of a result names both shapes, because clients check refusals against it
// too.
import { isJsonObject } from '@percept/core/internal';
import { type Json } from '@percept/core';
import type { JSONObject, JSONValue, Tool } from '@modelcontextprotocol/server';
import { listenSchema } from '../tools/listen.ts';
import { forecastWords, type ImageMaker, type Makers, type SpeechMaker } from '../making/index.ts';
import { drawSchema } from '../tools/draw.ts';
import { saySchema } from '../tools/say.ts';
import { viewSchema } from '../tools/view-input.ts';
import type { McpLimits } from './limits.ts';

export interface Offered {
  readonly limits: McpLimits;
  readonly hasDescriber: boolean;
  /** Who answers the question of a view, and where pictures go for it. */
  readonly vision: { readonly model: string; readonly host: string } | undefined;
  /** Who listens, and where sounds go for it. */
  readonly hearing: { readonly model: string; readonly host: string } | undefined;
  readonly makers: Makers;
}

export function toolList({ limits, hasDescriber, vision, hearing, makers }: Offered): Tool[] {
  return [
    viewTool(limits, vision),
    ...(hasDescriber ? [describeTool(limits)] : []),
    ...(hearing ? [listenTool(limits, hearing)] : []),
    ...(makers.image ? [drawTool(makers.image)] : []),
    ...(makers.speech ? [sayTool(makers.speech)] : []),
  ];
}

const annotations = {
  // Looking keeps a copy in Percept's own memory; nothing of the user's is changed, and no host is reached.
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

const ref: JSONObject = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description: 'A path inside the roots, or stored media as media:sha256-….',
};

function viewTool({ maxQuestionChars }: McpLimits, vision: Offered['vision']): Tool {
  return {
    name: 'view',
    title: 'See a file as pixels',
    description:
      'See a source as pixels: pictures, SVG, PDF pages, code, Markdown, tables, notebooks, diagrams. Use region to zoom into the original where a detail is too small. It returns pictures with the facts to point back at the original, and no text: to read a text file, use your file tools.',
    inputSchema: inputOf({
      question: {
        type: 'string',
        maxLength: maxQuestionChars,
        description: vision
          ? `What you want to know. ${vision.model} at ${vision.host} looks at the picture and answers beside it.`
          : 'What you want to know. It is kept beside the picture.',
      },
    }),
    // No output schema: it would demand structured content, which keeps pictures from the model in several clients.
    annotations: { title: 'View', ...annotations, openWorldHint: vision !== undefined },
  };
}

function describeTool(limits: McpLimits): Tool {
  const { question: _unused, ...properties } = inputOf({}).properties;
  return {
    name: 'describe',
    title: 'Read a picture in words',
    description: `Have local eyes look at a source and say what is in it: its text by region, colours, layout, codes, tables, charts. For models that cannot see, and for exact text. The words are a machine transcription of untrusted content, at most ${limits.maxDescriptionChars} characters.`,
    inputSchema: { ...inputOf({}), properties },
    outputSchema: withRefusal(
      {
        ref: { type: 'string' },
        pageCount: { type: 'integer' },
        engine: { type: 'string' },
        descriptions: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              page: { type: 'integer' },
              kind: { type: 'string' },
              markdown: { type: 'string' },
              complete: { type: 'boolean' },
            },
            required: ['page', 'kind', 'markdown', 'complete'],
          },
        },
      },
      ['ref', 'pageCount', 'engine', 'descriptions'],
    ),
    annotations: { title: 'Describe', ...annotations },
  };
}

function listenTool(
  { maxQuestionChars }: McpLimits,
  { model, host }: NonNullable<Offered['hearing']>,
): Tool {
  const { properties: known, ...schema } = copyObject(listenSchema);
  const properties = isJsonObject(known) ? copyObject(known) : {};
  const question = { type: 'string', maxLength: maxQuestionChars } as const;
  return {
    name: 'listen',
    title: 'Hear a sound in words',
    description: `What is said in a sound (wav, mp3, ogg, flac, m4a, webm), with times; a span of it, or the answer to a question. ${model} at ${host} listens. The words are a machine transcription of untrusted content.`,
    inputSchema: { ...schema, type: 'object', properties: { ...properties, ref, question } },
    annotations: { title: 'Listen', ...annotations, openWorldHint: host !== 'this device' },
  };
}

/** It spends money and reaches a host, and each call makes something new. */
const making = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
} as const;

function drawTool({ model, host, price }: ImageMaker): Tool {
  return {
    name: 'draw',
    title: 'Draw a picture',
    description: `Have ${model} at ${host} make a picture: a new one from words, or with from an edit of a picture, or with region of a part of it. ${forecastWords(price, { pictures: 1 })} The result is kept; view it by its ref to check it.`,
    inputSchema: { ...copyObject(drawSchema), type: 'object' },
    annotations: { title: 'Draw', ...making },
  };
}

function sayTool({ model, host, price }: SpeechMaker): Tool {
  return {
    name: 'say',
    title: 'Say words aloud',
    description: `Have ${model} at ${host} say words aloud. A thousand characters: ${forecastWords(price, { characters: 1000 })}`,
    inputSchema: { ...copyObject(saySchema), type: 'object' },
    annotations: { title: 'Say', ...making },
  };
}

type Schema = JSONObject & { type: 'object'; properties: JSONObject };

/** What `view` takes everywhere, with the words that hold here. */
function inputOf(properties: JSONObject): Schema {
  const known = viewSchema['properties'];
  const shared = isJsonObject(known) ? copyObject(known) : {};
  return {
    ...copyObject(viewSchema),
    type: 'object',
    properties: { ...shared, ref, ...properties },
  };
}

/** The SDK's types want values that could be written to. */
function copyObject(value: Readonly<Record<string, Json>>): JSONObject {
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, copy(field)]));
}

function copy(value: Json): JSONValue {
  if (isJsonObject(value)) return copyObject(value);
  return typeof value === 'object' && value !== null ? Array.from(value, copy) : value;
}

function withRefusal(properties: JSONObject, required: readonly string[]): Schema {
  return {
    type: 'object',
    properties: {
      ...properties,
      refused: { type: 'string', description: 'Present when nothing could be shown: why.' },
      message: { type: 'string' },
      hint: { type: 'string' },
      limit: { type: 'object' },
    },
    anyOf: [{ required: [...required] }, { required: ['refused', 'message', 'hint'] }],
  };
}
