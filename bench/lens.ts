// Claim: a session of 1,000 turns and 300 images lowers in under 20 ms per request once warm, the cost grows no worse than
// linearly with history, and memory does not grow with the number of requests.
// Run: node --expose-gc bench/lens.ts
import { resolveProfile } from '../packages/core/src/index.ts';
import { LensSession, lowerRequest, type LensWire } from '../packages/core/src/lens/index.ts';

const imageBytes = 150_000;

/** A PNG header, noise, and the end that a PNG has. */
function picture(seed: number): string {
  const bytes = Buffer.alloc(imageBytes);
  for (let at = 0; at < bytes.length; at += 4)
    bytes.writeUInt32LE(Math.imul(at + seed * 7919, 2_654_435_761) >>> 0, at);
  bytes.set([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);
  bytes.writeUInt32BE(1280, 16);
  bytes.writeUInt32BE(720, 20);
  bytes.write('IEND\xae\x42\x60\x82', bytes.length - 8, 'latin1');
  return bytes.toString('base64');
}

const answer = 'The chart shows a rising line, and the legend names three series. '.repeat(12);

function chatTurn(turn: number, image: string | undefined): readonly unknown[] {
  const id = `call_${turn}`;
  const text = { type: 'text', text: `Result of step ${turn}. ${answer}` };
  return [
    { role: 'user', content: `Question ${turn}: ${answer}` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id,
          type: 'function',
          function: { name: 'view', arguments: `{"path":"shots/${turn}.png"}` },
        },
      ],
    },
    {
      role: 'tool',
      tool_call_id: id,
      content:
        image === undefined
          ? text.text
          : [text, { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } }],
    },
    { role: 'assistant', content: answer },
  ];
}

function anthropicTurn(turn: number, image: string | undefined): readonly unknown[] {
  const id = `call_${turn}`;
  const text = { type: 'text', text: `Result of step ${turn}. ${answer}` };
  return [
    { role: 'user', content: `Question ${turn}: ${answer}` },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'view', input: { path: `shots/${turn}.png` } }],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: id,
          content:
            image === undefined
              ? text.text
              : [
                  text,
                  {
                    type: 'image',
                    source: { type: 'base64', media_type: 'image/png', data: image },
                  },
                ],
        },
      ],
    },
    { role: 'assistant', content: answer },
  ];
}

const wires = [
  { wire: 'chat-completions', provider: 'openai.chat', model: 'gpt-5', turn: chatTurn },
  {
    wire: 'anthropic-messages',
    provider: 'anthropic.messages',
    model: 'claude-opus-4-7',
    turn: anthropicTurn,
  },
] as const;

function history(
  turns: number,
  images: number,
  turn: (turn: number, image: string | undefined) => readonly unknown[],
): readonly unknown[] {
  const every = turns / images;
  return Array.from({ length: turns }, (_, index) => {
    const shows = Math.floor((index + 1) / every) > Math.floor(index / every);
    return turn(index, shows ? picture(index) : undefined);
  }).flat();
}

interface Row {
  readonly wire: LensWire;
  readonly turns: number;
  readonly images: number;
  readonly 'cold ms': number;
  readonly 'warm best ms': number;
  readonly 'warm median ms': number;
  readonly 'warm p95 ms': number;
}

async function measure(
  wire: (typeof wires)[number],
  turns: number,
  images: number,
  mode: 'append-only' | 'adaptive',
): Promise<Row> {
  const profile = resolveProfile({ provider: wire.provider, model: wire.model });
  const session = new LensSession();
  const messages = [...history(turns, images, wire.turn)];
  const lower = () =>
    lowerRequest({
      wire: wire.wire,
      body: { messages: [...messages] },
      profile,
      session,
      retention: { mode },
    });
  const started = performance.now();
  await lower();
  const cold = performance.now() - started;
  const times: number[] = [];
  for (let request = 0; request < 40; request++) {
    messages.push(...wire.turn(turns + request, undefined));
    const before = performance.now();
    await lower();
    times.push(performance.now() - before);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2));
  return {
    wire: wire.wire,
    turns,
    images,
    'cold ms': Number(cold.toFixed(1)),
    'warm best ms': at(0),
    'warm median ms': at(0.5),
    'warm p95 ms': at(0.95),
  };
}

for (const mode of ['append-only', 'adaptive'] as const) {
  const rows: Row[] = [];
  for (const wire of wires)
    for (const [turns, images] of [
      [125, 38],
      [250, 75],
      [500, 150],
      [1000, 300],
      [2000, 600],
    ] as const)
      rows.push(await measure(wire, turns, images, mode));
  console.log(`retention ${mode}`);
  console.table(rows);
}

async function memory(): Promise<void> {
  const [wire] = wires;
  const profile = resolveProfile({ provider: wire.provider, model: wire.model });
  const session = new LensSession();
  const messages = history(200, 60, wire.turn);
  const heap = () => {
    globalThis.gc?.();
    return Math.round(process.memoryUsage().heapUsed / 1024);
  };
  const rows: { requests: number; 'heap KB': number }[] = [];
  for (let request = 0; request <= 2_000; request++) {
    await lowerRequest({ wire: wire.wire, body: { messages }, profile, session });
    if (request % 500 === 0) rows.push({ requests: request, 'heap KB': heap() });
  }
  console.log(
    globalThis.gc
      ? 'memory after N requests of one session'
      : 'memory (run with --expose-gc for exact figures)',
  );
  console.table(rows);
}

await memory();
