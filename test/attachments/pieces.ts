// One of each thing that people attach, small, and models of five wires that see, hear, take files or none of it.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { knowModel } from '../../packages/agent/src/models/known-model.ts';
import { type LoopModel, type ModelSpec } from '@percept/agent';
import type { CaptureServer } from 'percept/conformance';
import sharp from 'sharp';
import { pagesPdf } from '../../packages/render/test/support/write-pdf.ts';
import { paragraph, writeDocx, writeXlsx } from '../../packages/render/test/support/write-zip.ts';
import { bmp } from '../../packages/ingest/test/corpus/make-bmp.ts';
import { wav } from '../../packages/ingest/test/corpus/make-sound.ts';

export interface Piece {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#0a0"/></svg>';
export const program = 'export const answer = 42;\n'.repeat(40);

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Words, code, what it printed, and a picture that it drew. */
const study = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# A study\n', '\n', 'Of *six* by nine.'] },
    {
      cell_type: 'code',
      execution_count: 1,
      metadata: {},
      source: 'print(6 * 7)',
      outputs: [
        { output_type: 'stream', name: 'stdout', text: '42\n' },
        { output_type: 'display_data', metadata: {}, data: { 'image/png': dot } },
      ],
    },
  ],
};

export async function drawPieces(): Promise<Readonly<Record<string, Piece>>> {
  const flat = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } });
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((colour) => flat(20, 20, colour).png().toBuffer()),
  );
  const moving = sharp(frames, { join: { animated: true } });
  const pixels = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0];
  const line = (words: string) => `BT /F1 24 Tf 40 100 Td (${words}) Tj ET`;
  return {
    picture: { name: 'Größe.png', bytes: await flat(64, 48, '#a33').png().toBuffer() },
    large: { name: 'large.png', bytes: await flat(3000, 2000, '#3a3').png().toBuffer() },
    bitmap: { name: 'scan.bmp', bytes: bmp({ width: 2, height: 2, bits: 24, pixels }) },
    modern: { name: 'new.avif', bytes: await flat(64, 48, '#33a').avif({ effort: 0 }).toBuffer() },
    moving: { name: 'moves.gif', bytes: await moving.gif().toBuffer() },
    drawing: { name: 'plan.svg', bytes: Buffer.from(svg) },
    text: { name: 'answer.ts', bytes: Buffer.from(program) },
    table: { name: 'table.csv', bytes: Buffer.from('a,b\n1,2\n') },
    pdf: {
      name: 'paper.pdf',
      bytes: pagesPdf([{ content: line('Invoice 4711') }, { content: line('Second page') }]),
    },
    letter: {
      name: 'letter.docx',
      bytes: writeDocx(paragraph('The heading', 'Heading1') + paragraph('Yours, Ada.')),
    },
    workbook: {
      name: 'sums.xlsx',
      bytes: writeXlsx([
        ['rent', 900],
        ['food', 312.5],
      ]),
    },
    notebook: { name: 'study.ipynb', bytes: Buffer.from(JSON.stringify(study)) },
    sound: { name: 'memo.wav', bytes: wav(1) },
  };
}

/** Each row as a model that sees, one that takes files, and one that does neither gets it. */
export const table = {
  picture: { llava: 'pixels', 'claude-opus-4-8': 'pixels', 'text-1': 'words' },
  large: { llava: 'pixels', 'claude-opus-4-8': 'pixels', 'text-1': 'words' },
  bitmap: { llava: 'pixels', 'claude-opus-4-8': 'pixels', 'text-1': 'words' },
  modern: { llava: 'pixels', 'claude-opus-4-8': 'pixels', 'text-1': 'words' },
  moving: { llava: 'still', 'claude-opus-4-8': 'still', 'text-1': 'words' },
  drawing: { llava: 'drawing', 'claude-opus-4-8': 'drawing', 'text-1': 'source' },
  text: { llava: 'text', 'claude-opus-4-8': 'text', 'text-1': 'text' },
  table: { llava: 'text', 'claude-opus-4-8': 'text', 'text-1': 'text' },
  pdf: { llava: 'pages', 'claude-opus-4-8': 'file', 'text-1': 'text-layer' },
  letter: { llava: 'pages', 'claude-opus-4-8': 'pages', 'text-1': 'text-layer' },
  workbook: { llava: 'pages', 'claude-opus-4-8': 'pages', 'text-1': 'text-layer' },
  notebook: { llava: 'pages', 'claude-opus-4-8': 'pages', 'text-1': 'text-layer' },
  sound: { llava: 'words', 'gemini-3-pro': 'sound', 'text-1': 'words' },
} as const;

/** Every wire with what is known of a model on it, one that hears, and one that is blind. */
export function modelsOf(server: CaptureServer): readonly LoopModel[] {
  const apiKey = 'unused';
  const at = (
    provider: ModelSpec['provider'],
    model: string,
    capabilities: readonly string[],
    open: LoopModel['open'],
  ): LoopModel => {
    const baseUrl = 'http://127.0.0.1';
    const known = knowModel({ name: model, provider, model, baseUrl, capabilities });
    if (!known.ok) throw new Error(known.refusal.message);
    const { profile } = known.value;
    const price = { usdPerMillionInput: 1, usdPerMillionOutput: 2 };
    return { name: model, host: '127.0.0.1', profile, price, open };
  };
  const sees = ['vision-input'];
  const chat = createOpenAICompatible({ name: 'x', baseURL: server.baseUrl('chat-completions') });
  const openai = createOpenAI({ baseURL: server.baseUrl('responses'), apiKey });
  const anthropic = createAnthropic({ baseURL: server.baseUrl('anthropic-messages'), apiKey });
  const google = createGoogle({ baseURL: server.baseUrl('gemini'), apiKey });
  const mistral = createMistral({ baseURL: server.baseUrl('mistral-chat'), apiKey });
  return [
    at('openai-compatible', 'llava', sees, async () => chat('llava')),
    at('openai', 'gpt-5', sees, async () => openai.responses('gpt-5')),
    at('anthropic', 'claude-opus-4-8', sees, async () => anthropic('claude-opus-4-8')),
    at('google', 'gemini-3-pro', [...sees, 'audio-input'], async () => google('gemini-3-pro')),
    at('openai-compatible', 'mistral-large', sees, async () => mistral('mistral-large')),
    at('openai-compatible', 'text-1', [], async () => chat('text-1')),
  ];
}
