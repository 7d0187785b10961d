// `read`: text and nothing else. Seed 003: "returns text and refuses pixels. That refusal is the design."
import { accept, refuse, type Outcome } from '@percept/core';
import { isRecord, readPositive, readText } from '@percept/core/internal';
import { sniff } from '@percept/ingest';
import { sniffLegacyText } from '@percept/ingest/internal';
import { resolveReference } from './reference.ts';
import { decodeText, type DecodedText, type TextEncoding } from './text.ts';
import type { Tool } from './tool.ts';
import { checkWorkspace, type Workspace } from './workspace.ts';
import { maxReadChars, maxReadLines } from '../limits.ts';

export interface ReadText {
  readonly text: string;
  /** Counted from 1, both included; `total` is the number of lines of the whole file. */
  readonly lines: { readonly first: number; readonly last: number; readonly total: number };
  /** What the file is in, where that is not UTF-8. Windows-1252 is a guess; `edit` writes in it again. */
  readonly encoding?: TextEncoding;
  /** What `edit` asks for. Absent where the reference is not a file that could be edited. */
  readonly token?: string;
}

/**
 * The tool that gives the text of a file, and the token that `edit` needs.
 *
 * @example const text = await createRead(workspace).run({ ref: 'src/main.ts' });
 */
export function createRead(workspace: Workspace): Tool<ReadText> {
  checkWorkspace('createRead', workspace);
  return {
    name: 'read',
    description:
      'Read a text file. Returns text, line numbers and the freshness token that edit needs. Pictures, sound and documents are refused: use view to see them.',
    capabilities: ['read'],
    inputSchema: {
      type: 'object',
      properties: {
        ref: { type: 'string', description: 'A path, media:sha256-… or attachment:NAME.' },
        offset: { type: 'integer', minimum: 1, description: 'The first line (default 1).' },
        limit: {
          type: 'integer',
          minimum: 1,
          description: `How many lines (default ${maxReadLines}).`,
        },
      },
      required: ['ref'],
      additionalProperties: false,
    },
    run: async (input, options) => {
      const asked = parseInput(input);
      if (!asked.ok) return asked;
      const found = await resolveReference(workspace, asked.value.ref, options);
      if (!found.ok) return found;
      const { bytes, path } = found.value;
      const text = textOf(bytes);
      if (!text.ok) return text;
      const { encoding } = text.value;
      const part = cut(text.value.text, asked.value.offset, asked.value.limit);
      if (!part.ok) return part;
      const token = path === undefined ? undefined : workspace.freshness.tokenFor(path, bytes);
      return accept({
        ...part.value,
        ...(encoding !== 'utf-8' && { encoding }),
        ...(token !== undefined && { token }),
      });
    },
  };
}

interface ReadInput {
  readonly ref: string;
  readonly offset: number;
  readonly limit: number;
}

function parseInput(input: unknown): Outcome<ReadInput> {
  const fields = isRecord(input) ? input : {};
  const ref = readText(fields['ref']);
  const offset = fields['offset'] === undefined ? 1 : readPositive(fields['offset']);
  const limit = fields['limit'] === undefined ? maxReadLines : readPositive(fields['limit']);
  if (ref && offset !== undefined && limit !== undefined) return accept({ ref, offset, limit });
  return refuse({
    refused: 'invalid-input',
    message: 'read needs a ref, and whole numbers above zero for offset and limit.',
    hint: 'For example { "ref": "src/main.ts", "offset": 1, "limit": 200 }.',
  });
}

function textOf(bytes: Uint8Array): Outcome<DecodedText> {
  const sniffed = sniff(bytes);
  switch (sniffed.kind) {
    case 'empty':
      return accept({ text: '', encoding: 'utf-8', hasMark: false });
    case 'text':
    case 'vector':
      return decodeText(bytes);
    case 'image':
      return usePixels(`This is a picture (${sniffed.mime}), and read returns text only.`);
    case 'document':
      return usePixels(`This is a document (${sniffed.mime}), and read returns text only.`);
    case 'refused-image':
      return usePixels(`This is a picture (${sniffed.format}), and read returns text only.`);
    case 'audio':
    case 'refused-audio':
    case 'video':
      return refuse({
        refused: 'unperceivable',
        message: 'This is sound or video, and read returns text only.',
        hint: 'Use listen for what is said in a sound.',
      });
    case 'unknown':
      if (sniffLegacyText(bytes)) return decodeText(bytes);
      return refuse({
        refused: 'unperceivable',
        message: 'This is binary, and read returns text only.',
        hint: 'If it is a picture or a document, use view; otherwise use a program that knows it.',
      });
  }
}

function usePixels(message: string): Outcome<never> {
  return refuse({ refused: 'unperceivable', message, hint: 'Use view to see it.' });
}

function cut(
  text: string,
  offset: number,
  limit: number,
): Outcome<Pick<ReadText, 'text' | 'lines'>> {
  const lines = text.split('\n');
  const total = text === '' ? 0 : text.endsWith('\n') ? lines.length - 1 : lines.length;
  if (offset > Math.max(1, total))
    return refuse({
      refused: 'invalid-input',
      message: `Line ${offset} was asked for, and the file has ${total}.`,
      hint: `Ask for a line from 1 to ${Math.max(1, total)}.`,
      limit: { name: 'lines', max: total, actual: offset },
    });
  const last = Math.min(total, offset + limit - 1);
  const part = lines.slice(offset - 1, last).join('\n');
  if (part.length > maxReadChars)
    return refuse({
      refused: 'too-large',
      message: `These lines hold ${part.length} characters, and at most ${maxReadChars} are read at once.`,
      hint: 'Ask for fewer lines with limit.',
      limit: { name: 'maxChars', max: maxReadChars, actual: part.length },
    });
  return accept({ text: part, lines: { first: offset, last, total } });
}
