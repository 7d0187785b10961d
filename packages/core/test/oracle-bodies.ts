// Request bodies as providers take them, one builder per wire, so that a test changes exactly one thing.

import type { JudgedWire } from '../src/testing/index.ts';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** The header of a PNG of this size, padded with noise to a length. */
export function png(width = 64, height = 64, length = 200): string {
  const bytes = new Uint8Array(length).map((_, index) => (index * 197 + 31) & 0xff);
  bytes.set([...signature, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  bytes.set([0x49, 0x45, 0x4e, 0x44], length - 8);
  return base64(bytes);
}

export function jpeg(width = 64, height = 64): string {
  const frame = [0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3];
  return base64(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frame, ...signature]));
}

export function gif(): string {
  return base64(Uint8Array.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 8, 0, 8, 0, 0, 0, 0]));
}

export function webp(): string {
  const head = [0x52, 0x49, 0x46, 0x46, 40, 0, 0, 0, 0x57, 0x45, 0x42, 0x50];
  const chunk = [0x56, 0x50, 0x38, 0x58, 10, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 7, 0, 0, 0, 0];
  return base64(Uint8Array.from([...head, ...chunk]));
}

export const svg: string = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString(
  'base64',
);
export const pdf: string = Buffer.from('%PDF-1.7\n%rest of a document').toString('base64');

/** One image block of a wire, as a user message holds it. */
export function imageBlock(wire: JudgedWire, data: string, mime = 'image/png'): object {
  switch (wire) {
    case 'chat-completions':
      return { type: 'image_url', image_url: { url: `data:${mime};base64,${data}` } };
    case 'mistral-chat':
      return { type: 'image_url', image_url: `data:${mime};base64,${data}` };
    case 'responses':
      return { type: 'input_image', image_url: `data:${mime};base64,${data}` };
    case 'anthropic-messages':
      return { type: 'image', source: { type: 'base64', media_type: mime, data } };
    case 'gemini':
      return { inlineData: { mimeType: mime, data } };
    case 'bedrock-converse':
      return { image: { format: mime.replace('image/', ''), source: { bytes: data } } };
  }
}

export function textBlock(wire: JudgedWire, text: string): object {
  switch (wire) {
    case 'chat-completions':
    case 'mistral-chat':
    case 'anthropic-messages':
      return { type: 'text', text };
    case 'responses':
      return { type: 'input_text', text };
    case 'gemini':
    case 'bedrock-converse':
      return { text };
  }
}

interface Outcome {
  readonly id: string;
  readonly text?: string;
  /** Blocks inside the result, beside the text. */
  readonly blocks?: readonly unknown[];
  readonly failed?: boolean;
}

export interface Scene {
  readonly calls?: readonly string[];
  readonly results?: readonly Outcome[];
  /** A user message after the results: where hoisted images go. */
  readonly hoisted?: readonly unknown[];
  /** Mistral: words of the assistant between tool and user. */
  readonly bridge?: boolean;
  /** What a user says before the result with this number: where nothing may stand. */
  readonly interjected?: { readonly before: number; readonly blocks: readonly object[] };
}

const models: Readonly<Record<JudgedWire, string>> = {
  'chat-completions': 'gpt-4o',
  'mistral-chat': 'mistral-large-latest',
  responses: 'gpt-5.4',
  'anthropic-messages': 'claude-opus-4-8',
  gemini: '',
  'bedrock-converse': '',
};

/** "What is in the picture?", a call (or several), their results, and perhaps a hoisted image. */
export function request(wire: JudgedWire, scene: Scene = {}): { [key: string]: unknown } {
  const calls = scene.calls ?? ['call_1'];
  const results = scene.results ?? calls.map((id) => ({ id, text: 'Looked.' }));
  const hoisted = scene.hoisted ?? [];
  return {
    ...(models[wire] && { model: models[wire] }),
    ...history(wire, calls, results, hoisted, scene),
  };
}

const question = 'What is in the picture?';

function history(
  wire: JudgedWire,
  calls: readonly string[],
  results: readonly Outcome[],
  hoisted: readonly unknown[],
  { bridge = wire === 'mistral-chat', interjected }: Scene,
): object {
  const words = (text: string | undefined) => (text === undefined ? [] : [textBlock(wire, text)]);
  const inside = ({ text, blocks = [] }: Outcome) => [...words(text), ...blocks];
  const withInterjection = (made: readonly object[], ...said: readonly object[]) =>
    interjected ? made.toSpliced(interjected.before, 0, ...said) : made;
  const aside = { role: 'user', content: interjected?.blocks };
  const asides = interjected?.blocks ?? [];
  switch (wire) {
    case 'chat-completions':
    case 'mistral-chat':
      return {
        messages: [
          { role: 'user', content: question },
          {
            role: 'assistant',
            content: null,
            tool_calls: calls.map((id) => ({
              id,
              type: 'function',
              function: { name: 'view', arguments: '{}' },
            })),
          },
          ...withInterjection(
            results.map((result) => ({
              role: 'tool',
              tool_call_id: result.id,
              content: result.blocks ? inside(result) : (result.text ?? ''),
            })),
            aside,
          ),
          ...(hoisted.length > 0 && bridge
            ? [{ role: 'assistant', content: 'Here is the image.' }]
            : []),
          ...(hoisted.length > 0 ? [{ role: 'user', content: hoisted }] : []),
        ],
      };
    case 'responses':
      return {
        input: [
          { role: 'user', content: [{ type: 'input_text', text: question }] },
          ...calls.map((id) => ({
            type: 'function_call',
            call_id: id,
            name: 'view',
            arguments: '{}',
          })),
          ...withInterjection(
            results.map((result) => ({
              type: 'function_call_output',
              call_id: result.id,
              output: result.blocks ? inside(result) : result.text,
            })),
            aside,
          ),
          ...(hoisted.length > 0 ? [{ role: 'user', content: hoisted }] : []),
        ],
      };
    case 'anthropic-messages':
      return {
        messages: [
          { role: 'user', content: [{ type: 'text', text: question }] },
          {
            role: 'assistant',
            content: calls.map((id) => ({ type: 'tool_use', id, name: 'view', input: {} })),
          },
          {
            role: 'user',
            content: [
              ...withInterjection(
                results.map((result) => ({
                  type: 'tool_result',
                  tool_use_id: result.id,
                  content: inside(result),
                  ...(result.failed && { is_error: true }),
                })),
                ...asides,
              ),
              ...hoisted,
            ],
          },
        ],
      };
    case 'gemini':
      return {
        contents: [
          { role: 'user', parts: [{ text: question }] },
          {
            role: 'model',
            parts: calls.map((id) => ({ functionCall: { id, name: 'view', args: {} } })),
          },
          {
            role: 'user',
            parts: withInterjection(
              results.map(({ id, text = '', blocks }) => ({
                functionResponse: {
                  id,
                  name: 'view',
                  response: { content: text },
                  ...(blocks && { parts: blocks }),
                },
              })),
              ...asides,
            ),
          },
          ...(hoisted.length > 0 ? [{ role: 'user', parts: hoisted }] : []),
        ],
      };
    case 'bedrock-converse':
      return {
        messages: [
          { role: 'user', content: [{ text: question }] },
          {
            role: 'assistant',
            content: calls.map((id) => ({ toolUse: { toolUseId: id, name: 'view', input: {} } })),
          },
          {
            role: 'user',
            content: [
              ...withInterjection(
                results.map((result) => ({
                  toolResult: {
                    toolUseId: result.id,
                    content: inside(result),
                    ...(result.failed && { status: 'error' }),
                  },
                })),
                ...asides,
              ),
              ...hoisted,
            ],
          },
        ],
      };
  }
}
