// Agents that are not Percept's own: an AI SDK loop that keeps its messages itself. Once with models that are wrapped
// (`withPercept`), once with bare models that reach their provider through the gateway.
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateText, isStepCount, tool, type ModelMessage, type ToolSet } from 'ai';
import type { Client } from '@modelcontextprotocol/client';
import { withPercept } from 'percept';
import { judgedWires, type JudgedWire } from 'percept/conformance';
import { z } from 'zod';
import { connect } from '../../mcp/support/clients.ts';
import { startGateway } from '../../host/gateway-stage.ts';
import type { Model } from '../../wires/models.ts';
import type { Face, FaceKind } from '../face.ts';
import type { Medium } from '../media.ts';
import { walkWires, type WalkStage } from '../stage.ts';

const apiKey = 'sk-of-the-caller-0123456789';

function modelAt(wire: JudgedWire, baseURL: string): Model {
  switch (wire) {
    case 'chat-completions':
      return createOpenAICompatible({ name: 'oc', baseURL, apiKey })('gpt-4o');
    case 'mistral-chat':
      return createMistral({ baseURL, apiKey })('mistral-large-latest');
    case 'responses':
      return createOpenAI({ baseURL, apiKey }).responses('gpt-5.4');
    case 'anthropic-messages':
      return createAnthropic({ baseURL, apiKey })('claude-opus-4-8');
    case 'gemini':
      return createGoogle({ baseURL, apiKey })('gemini-3-pro-preview');
    case 'bedrock-converse':
      return createAmazonBedrock({ region: 'us-east-1', apiKey, baseURL })(
        'anthropic.claude-opus-4-8-v1:0',
      );
  }
}

export const library: FaceKind = {
  name: 'library',
  remembers: true,
  isForeign: true,
  wires: judgedWires,
  open: async (stage) =>
    agentOf(stage, withPercept(modelAt(stage.wire, stage.provider.server.baseUrl(stage.wire)))),
};

export const gateway: FaceKind = {
  name: 'gateway',
  remembers: true,
  isForeign: true,
  isNameless: true,
  wires: walkWires,
  async open(stage) {
    const at = (wire: JudgedWire) => ({ baseUrl: stage.provider.server.baseUrl(wire) });
    const chat = stage.wire === 'mistral-chat' ? stage.wire : 'chat-completions';
    const running = await startGateway({
      openai: at(chat),
      anthropic: at('anthropic-messages'),
      gemini: at('gemini'),
    });
    const version = stage.wire === 'gemini' ? 'v1beta' : 'v1';
    const face = agentOf(stage, modelAt(stage.wire, `${running.origin}/${version}`));
    return {
      ...face,
      // What the caller's own package cannot spell never leaves it.
      ask: ({ text, attach }) => face.ask({ text, attach: attach.map(spelled(stage.wire)) }),
      logs: () => JSON.stringify(running.entries),
      [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
    };
  },
};

/** Their packages throw on a sound. */
const soundless: ReadonlySet<JudgedWire> = new Set([
  'anthropic-messages',
  'responses',
  'mistral-chat',
]);

const spelled =
  (wire: JudgedWire) =>
  (medium: Medium): Medium =>
    medium.kind === 'sound' && soundless.has(wire) ? { ...medium, kind: 'unknown' } : medium;

/** The same agent, with Percept's own tools over the Model Context Protocol. */
export const mcp: FaceKind = {
  name: 'mcp',
  remembers: true,
  isForeign: true,
  wires: judgedWires,
  async open(stage) {
    const connected = await connect(
      { transport: 'stdio', generation: 'modern' },
      { args: ['--data', stage.data], cwd: stage.folder },
    );
    const model = withPercept(modelAt(stage.wire, stage.provider.server.baseUrl(stage.wire)));
    return {
      ...agentOf(stage, model, serverTools(connected.client)),
      [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose](),
    };
  },
};

function serverTools(client: Client): ToolSet {
  const call = async (name: string, input: Record<string, unknown>) =>
    client.callTool({ name, arguments: input });
  const one = (name: string) =>
    tool({
      description: `${name}, of a server.`,
      inputSchema: z.looseObject({ ref: z.string() }),
      execute: (input) => call(name, input),
      toModelOutput: ({ output }) => ({ type: 'content', value: contentOf(output) }),
    });
  return { view: one('view'), read: one('read'), listen: one('listen') };
}

const resultShape = z.object({
  content: z.array(
    z.object({
      type: z.string(),
      text: z.string().optional(),
      data: z.string().optional(),
      mimeType: z.string().optional(),
    }),
  ),
});

type Content = Extract<
  Awaited<ReturnType<NonNullable<ToolSet[string]['toModelOutput']>>>,
  { type: 'content' }
>['value'];

function contentOf(output: unknown): Content {
  return resultShape
    .parse(output)
    .content.flatMap(({ text, data, mimeType }): Content =>
      data !== undefined && mimeType !== undefined
        ? [{ type: 'file', mediaType: mimeType, data: { type: 'data', data } }]
        : text === undefined
          ? []
          : [{ type: 'text', text }],
    );
}

function agentOf(stage: WalkStage, model: Model, tools: ToolSet = toolsOf(stage.folder)): Face {
  let messages: ModelMessage[] = [];
  let stop = new AbortController();
  return {
    async ask({ text, attach }) {
      const asked: ModelMessage = {
        role: 'user',
        content: [...attach.map(partOf), { type: 'text', text }],
      };
      stop = new AbortController();
      try {
        const { steps } = await generateText({
          model,
          tools,
          messages: [...messages, asked],
          stopWhen: isStepCount(8),
          maxRetries: 0,
          abortSignal: stop.signal,
        });
        messages = [...messages, asked, ...steps.flatMap(({ response }) => response.messages)];
        return { end: 'answered', events: [], refused: [] };
      } catch (error) {
        const end = stop.signal.aborted ? 'cancelled' : 'failed';
        return { end, events: [String(error)], refused: [] };
      }
    },
    cancel: async () => stop.abort(),
    /** What such an agent keeps on disk, and reads again. */
    resume: async () => {
      messages = structuredClone(messages);
    },
    logs: () => '',
    async [Symbol.asyncDispose]() {},
  };
}

type Part = Exclude<Extract<ModelMessage, { role: 'user' }>['content'], string>[number];

const types: Readonly<Record<Medium['kind'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
  large: 'image/png',
  svg: 'image/svg+xml',
  text: 'text/plain',
  table: 'text/csv',
  notebook: 'application/x-ipynb+json',
  pdf: 'application/pdf',
  sound: 'audio/wav',
  damaged: 'image/png',
  unknown: 'application/zip',
  oversize: 'image/png',
};

/** Foreign agents put whatever they have into their history, broken pictures too. */
function partOf({ kind, name, bytes }: Medium): Part {
  const text = Buffer.from(bytes).toString('utf8');
  switch (kind) {
    case 'svg':
    case 'text':
    case 'table':
      return { type: 'text', text: `${name}:\n${text}` };
    case 'notebook':
    case 'unknown':
      return { type: 'text', text: `${name} is nothing that this agent attaches.` };
    default:
      return { type: 'file', mediaType: types[kind], data: bytes, filename: name };
  }
}

function toolsOf(folder: string): ToolSet {
  const inputSchema = z.looseObject({ ref: z.string() });
  const bytesOf = (ref: string): Promise<string> => readFile(join(folder, ref), 'base64');
  return {
    view: tool({
      description: 'Shows a picture.',
      inputSchema,
      execute: async ({ ref }) => {
        const data = await bytesOf(ref);
        return { ref, data };
      },
      toModelOutput: ({ output }) => {
        const { ref, data } = z.object({ ref: z.string(), data: z.string() }).parse(output);
        const mediaType = mediaTypeOf(ref);
        return {
          type: 'content',
          value: [
            { type: 'text', text: `view ${ref}` },
            mediaType.startsWith('image/') && mediaType !== types.svg
              ? { type: 'file', mediaType, data: { type: 'data', data } }
              : { type: 'text', text: 'It is not a picture.' },
          ],
        };
      },
    }),
    read: tool({
      description: 'Reads a text.',
      inputSchema,
      execute: async ({ ref }) =>
        Buffer.from(await bytesOf(ref), 'base64')
          .toString('latin1')
          .slice(0, 200),
    }),
  };
}

function mediaTypeOf(name: string): string {
  const ending = name.split('.').at(-1);
  const endings: Readonly<Record<string, string>> = {
    png: types.png,
    jpg: types.jpeg,
    svg: types.svg,
  };
  return endings[ending ?? ''] ?? 'application/octet-stream';
}
