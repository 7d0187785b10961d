// The pictures of docs/retention.md: a conversation of eight turns in which the model looks at two screenshots each, lowered turn
// by turn by the lens itself. A column is a picture, a row is a request; what the lens kept is filled, what it left out is not.

import { resolveProfile } from '@percept/core';
import { type LensOptions, LensSession, lowerRequest } from '@percept/core/lens';
import sharp from 'sharp';

type Retention = NonNullable<LensOptions['retention']>;

const turnCount = 8;
const looksPerTurn = 2;
const wordsPerAnswer = 4_000;
const model = { provider: 'anthropic.messages', model: 'claude-sonnet-4-5' };
const modes: ReadonlyMap<string, Retention> = new Map<string, Retention>([
  ['append-only', { mode: 'append-only' }],
  ['adaptive', { mode: 'adaptive' }],
  ['window', { mode: 'window', turns: 1 }],
]);

/** File name to SVG. */
export async function retentionPictures(): Promise<ReadonlyMap<string, string>> {
  const screenshots: string[] = [];
  for (let index = 0; index < turnCount * looksPerTurn; index += 1)
    screenshots.push(await screenshot(index));
  const pictures = new Map<string, string>();
  for (const [name, retention] of modes)
    pictures.set(`retention-${name}.svg`, drawn(await requestsOf(retention, screenshots)));
  return pictures;
}

async function screenshot(index: number): Promise<string> {
  const background = { r: index * 15, g: 120, b: 240 - index * 15 };
  const png = await sharp({ create: { width: 1092, height: 1092, channels: 3, background } })
    .png()
    .toBuffer();
  return png.toString('base64');
}

interface Request {
  /** Which pictures of the history so far keep their pixels. */
  readonly kept: readonly boolean[];
  readonly tokens: number;
}

/** The last request of each turn. */
async function requestsOf(
  retention: Retention,
  screenshots: readonly string[],
): Promise<readonly Request[]> {
  const session = new LensSession();
  const requests: Request[] = [];
  for (let turn = 1; turn <= turnCount; turn += 1) {
    const { report } = await lowerRequest({
      wire: 'anthropic-messages',
      body: { model: model.model, max_tokens: 1024, messages: history(turn, screenshots) },
      profile: resolveProfile(model),
      retention,
      session,
    });
    requests.push({
      kept: report.slots.map(({ action }) => action === 'keep'),
      tokens: report.estimatedImageTokens,
    });
  }
  return requests;
}

function history(turns: number, screenshots: readonly string[]): readonly object[] {
  const answer = { role: 'assistant', content: 'word '.repeat(wordsPerAnswer) };
  return Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `Question ${turn + 1}` },
    ...screenshots
      .slice(turn * looksPerTurn, (turn + 1) * looksPerTurn)
      .flatMap((data, look) => looked(`t${turn}-${look}`, data)),
    ...(turn + 1 < turns ? [answer] : []),
  ]).flat();
}

function looked(id: string, data: string): readonly object[] {
  const source = { type: 'base64', media_type: 'image/png', data };
  const content = [{ type: 'image', source }];
  return [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'view', input: { path: `${id}.png` } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
  ];
}

const cell = 22;
const left = 84;
const right = 120;
const top = 30;

function drawn(requests: readonly Request[]): string {
  const columns = turnCount * looksPerTurn;
  const [width, height] = [left + columns * cell + right, top + requests.length * cell + 8];
  const rows = requests.flatMap(({ kept, tokens }, row) => {
    const y = top + row * cell;
    return [
      `<text x="${left - 10}" y="${y + 15}" text-anchor="end">turn ${row + 1}</text>`,
      ...kept.map((isKept, column) => {
        const at = `x="${left + column * cell + 2}" y="${y + 2}" width="${cell - 4}" height="${cell - 4}" rx="3"`;
        return isKept
          ? `<rect ${at} fill="#3b82f6"/>`
          : `<rect ${at} fill="none" stroke="#94a3b8" stroke-dasharray="3 2"/>`;
      }),
      `<text x="${left + columns * cell + 8}" y="${y + 15}">${tokens.toLocaleString('en')} tokens</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" fill="#64748b">`,
    `<text x="${left}" y="18">pictures, oldest first</text>`,
    ...rows,
    '</svg>\n',
  ].join('\n');
}
