// One folder, one server that speaks every wire, and a configuration with one model for each way in which providers spell what a
// model made. What each of them makes is known byte by byte, so that a cell of the matrix is one comparison.
import { createHash } from 'node:crypto';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@percept/store';
import {
  drawing,
  startCaptureServer,
  text,
  type CaptureServer,
  type Reply,
} from 'percept/conformance';
import { ownHome } from '../home.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** A name of the configuration, and how its wire says that something was made. */
export const rows = {
  'gemini parts': { provider: 'google', wire: 'gemini', makes: 'image' },
  'responses items': { provider: 'openai', wire: 'responses', makes: 'image' },
  'chat audio': { provider: 'openai-compatible', wire: 'chat-completions', makes: 'audio' },
  'chat images': { provider: 'openai-compatible', wire: 'chat-completions', makes: 'image' },
  /** The bytes stay at the provider: what comes is an id, and that is told. */
  'anthropic tool files': { provider: 'anthropic', wire: 'anthropic-messages', makes: 'words' },
} as const;
export type Row = keyof typeof rows;
export const rowNames: readonly Row[] = [
  'gemini parts',
  'responses items',
  'chat audio',
  'chat images',
  'anthropic tool files',
];

const idOf = (row: Row): string => row.replaceAll(' ', '-');

export interface MatrixStage extends AsyncDisposable {
  readonly folder: string;
  readonly data: string;
  readonly env: NodeJS.ProcessEnv;
  readonly server: CaptureServer;
  pictureOf(row: Row): Buffer;
  /** Of the bytes that a person is shown; of the words where there are none. */
  readonly expected: Readonly<Record<Row, string>>;
}

export const toldWords = /code_execution made a file that stays at the provider: file_/;

export async function openMatrixStage(): Promise<MatrixStage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'percept-matrix-')));
  const samples = Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 37) % 251));
  const pictures = await Promise.all(rowNames.map((_, at) => drawQuadrants(drawPalette(80 + at))));
  const pictureOf = (row: Row): Buffer => pictures[rowNames.indexOf(row)] ?? Buffer.alloc(0);
  const replyOf = (row: Row): Reply =>
    rows[row].makes === 'audio'
      ? drawing('A beep.', { mime: 'audio/pcm', base64: samples.toString('base64') })
      : drawing('Here it is.', { mime: 'image/png', base64: pictureOf(row).toString('base64') });
  const server = await startCaptureServer({
    script: ({ model, raw }) => {
      const row = rowNames.find((name) => idOf(name) === model);
      return row && raw.includes('Draw') && !raw.includes('Go on') ? replyOf(row) : text('Seen.');
    },
  });
  const config = join(folder, 'percept.config.json');
  const models = Object.fromEntries(
    rowNames.map((row) => [
      idOf(row),
      {
        provider: rows[row].provider,
        model: idOf(row),
        baseUrl: server.baseUrl(rows[row].wire),
        apiKey: 'sk-of-the-matrix-0123456789',
        capabilities: ['vision-input', 'audio-input'],
        maxContextTokens: 100_000,
      },
    ]),
  );
  await writeFile(config, JSON.stringify({ discovery: false, main: idOf('chat images'), models }));
  const data = join(folder, 'data');
  const expected = (row: Row): string =>
    rows[row].makes === 'audio' ? sha256(framed(samples)) : sha256(pictureOf(row));
  return {
    folder,
    data,
    env: { ...ownHome(folder), PERCEPT_CONFIG: config, PERCEPT_DATA: data },
    server,
    pictureOf,
    expected: {
      'gemini parts': expected('gemini parts'),
      'responses items': expected('responses items'),
      'chat audio': expected('chat audio'),
      'chat images': expected('chat images'),
      'anthropic tool files': 'words',
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export { idOf as modelOf };

/** Hashes of what assistants made, in every record of this store, each read again from it. */
export async function recordedIn(directory: string): Promise<ReadonlySet<string>> {
  await using memory = await openMemory({ directory });
  const found = new Set<string>();
  for (const kind of ['session', 'conversation'] as const) {
    const listed = await memory.sessions.list({ kind });
    for (const { id } of listed.ok ? listed.value : []) {
      const entries = await memory.sessions.entries(id);
      for (const { entry } of entries.ok ? entries.value : []) {
        if (entry.type !== 'message' || entry.role !== 'assistant') continue;
        for (const part of entry.parts) {
          if (part.type === 'text' && toldWords.test(part.text)) found.add('words');
          if (part.type !== 'image' && part.type !== 'audio') continue;
          if (part.origin.kind !== 'made') continue;
          const bytes = await memory.get(part.sha256);
          if (bytes.ok) found.add(sha256(bytes.value));
        }
      }
    }
  }
  return found;
}

/** What Chat Completions streams are bare samples: 24,000 a second, 16 bits, one channel. A player wants them framed. */
function framed(samples: Buffer): Buffer {
  const header = Buffer.from(
    '524946460000000057415645666d74201000000001000100c05d000080bb00000200100064617461',
    'hex',
  );
  header.writeUInt32LE(36 + samples.length, 4);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(samples.length);
  return Buffer.concat([header, length, samples]);
}
