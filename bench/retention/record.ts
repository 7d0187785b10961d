// Records one session of our own agent, as data for `bench/retention.ts`: the loop, its tools, the store, the door and the
// darkroom are real and work on this repository; what the model decides is a script, and so are the person's pauses.
// Run: node bench/retention/record.ts   (writes bench/retention/trace.json)
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { AgentSession, type LoopModel } from '@percept/agent';
import {
  estimateImageTokens,
  resolveProfile,
  type MessagePart,
  type RecordEntry,
} from '@percept/core';
import { openDoor } from '@percept/ingest';
import { createDarkroom, createMemoryCache, standardRenderers } from '@percept/render';
import { openMemory } from '@percept/store';
import { startCaptureServer, text, toolCall, type Reply } from 'percept/conformance';

interface Plan {
  readonly idleMinutes: number;
  readonly question: string;
  readonly replies: readonly Reply[];
}

const view = (ref: string, more: object = {}): Reply => toolCall('view', { ref, ...more });
const read = (ref: string): Reply => toolCall('read', { ref });

/** Somebody who works on the pictures of this project's own documentation. */
const plans: readonly Plan[] = [
  {
    idleMinutes: 0,
    question:
      'Our contact sheet has become hard to read on a laptop. Look at it and tell me which rows are the problem.',
    replies: [
      view('docs/pictures/contact-sheet.webp'),
      view('docs/pictures/contact-sheet.webp', { region: { x: 0, y: 0, width: 500, height: 500 } }),
      view('docs/pictures/contact-sheet.webp', {
        region: { x: 500, y: 500, width: 500, height: 500 },
      }),
      text(
        'The captions of the lower rows are about nine pixels high once the sheet is shown at laptop width. The upper half is fine: its tiles are larger and the captions stay legible. I would look at how the script lays the tiles out.',
      ),
    ],
  },
  {
    idleMinutes: 2,
    question: 'Good. Find where the tile size is decided.',
    replies: [
      read('scripts/contact-sheet.ts'),
      read('scripts/pictures.ts'),
      read('packages/render/README.md'),
      text('It is decided in scripts/contact-sheet.ts, where every tile gets the same width.'),
    ],
  },
  {
    idleMinutes: 4,
    question: 'Before we change it: how does the page renderer choose its own cell size?',
    replies: [
      read('packages/render/src/index.ts'),
      view('packages/render/src/index.ts'),
      read('docs/design.md'),
      view('docs/design.md', { pages: '1' }),
      view('docs/design.md', { pages: '2' }),
      text(
        'Pages are laid out in whole cells so that glyphs never straddle a patch. The same rule would fit the sheet: choose the caption cell first, then the tile.',
      ),
    ],
  },
  {
    idleMinutes: 41,
    question: 'Back from lunch. Does the tour picture have the same problem?',
    replies: [
      view('docs/pictures/tour.svg'),
      view('docs/pictures/tour.svg', { region: { x: 0, y: 0, width: 1000, height: 400 } }),
      text('No. Its text is drawn at a fixed size and the picture is narrow enough.'),
    ],
  },
  {
    idleMinutes: 1,
    question: 'Then read how the terminal decides on its own sizes, in case we share code.',
    replies: [
      read('docs/terminal.md'),
      read('packages/terminal/README.md'),
      read('packages/terminal/src/index.ts'),
      read('docs/lens.md'),
      text('The terminal works in cells as well, with the size that the probe reports.'),
    ],
  },
  {
    idleMinutes: 3,
    question: 'Look at the four pages of the bridge guide, I want them beside the sheet.',
    replies: [
      view('docs/bridge.md', { pages: '1' }),
      view('docs/bridge.md', { pages: '2' }),
      view('docs/bridge.md', { pages: '3' }),
      view('docs/eyes.md', { pages: '1' }),
      text(
        'They are legible at their own size. I would put two of them next to each other at most.',
      ),
    ],
  },
  {
    idleMinutes: 2,
    question: 'And the caption of the last tile once more?',
    replies: [
      view('docs/pictures/contact-sheet.webp', {
        region: { x: 700, y: 800, width: 300, height: 200 },
      }),
      text('It names the source and the renderer, in nine pixels.'),
    ],
  },
  {
    idleMinutes: 8,
    question: 'Write me a short plan for the change. No more pictures.',
    replies: [
      read('CONTRIBUTING.md'),
      text(
        'Choose a caption cell of 9 by 18 pixels; give a tile three captions in width; break the sheet after four tiles; regenerate with the script; look at it at 1280 pixels; say so in the changelog.',
      ),
    ],
  },
];

const charsPerToken = 4;
const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
const profile = resolveProfile({ provider: 'anthropic.messages', model: 'claude-sonnet-4-5' });

const folder = await mkdtemp(join(tmpdir(), 'percept-trace-'));
try {
  const replies = plans.flatMap((plan) => plan.replies).values();
  await using server = await startCaptureServer({ script: () => replies.next().value ?? text('') });
  await using memory = await openMemory({ directory: join(folder, 'data') });
  const door = openDoor({ store: memory });
  const darkroom = createDarkroom({ renderers: standardRenderers(), cache: createMemoryCache() });
  const model: LoopModel = {
    name: 'scripted',
    host: '127.0.0.1',
    profile,
    open: async () =>
      createOpenAICompatible({ name: 'local', baseURL: server.baseUrl('chat-completions') })(
        'scripted',
      ),
  };
  const models = { list: () => [model], main: () => model };
  const opened = await AgentSession.create(
    { memory, door, darkroom, models },
    { cwd: root, roots: [root] },
  );
  if (!opened.ok) throw new Error(opened.refusal.message);
  const session = opened.value;
  const turns = [];
  for (const { idleMinutes, question } of plans) {
    const before = session.entries.length;
    const signal = new AbortController().signal;
    for await (const event of session.prompt([{ type: 'text', text: question }], { signal }))
      if (event.type === 'turn-ended' && event.end !== 'answered')
        throw new Error(`${event.end}: ${event.refusal?.message}`);
    const steps = stepsOf(session.entries.slice(before));
    turns.push({ idleMinutes, question: tokensOf(question.length), steps });
  }
  await writeFile(
    new URL('trace.json', import.meta.url),
    `${JSON.stringify(turns, undefined, 2)}\n`,
  );
  console.log(`${turns.length} turns, ${turns.flatMap(({ steps }) => steps).length} requests`);
  await darkroom.close();
  await door.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface RecordedStep {
  text: number;
  image?: number;
}

/** A request ends with what the assistant says; the results of its calls belong to it. */
function stepsOf(entries: readonly RecordEntry[]): readonly RecordedStep[] {
  const steps: RecordedStep[] = [];
  for (const entry of entries) {
    if (entry.type !== 'message' || entry.role === 'user') continue;
    if (entry.role === 'assistant') steps.push({ text: 0 });
    const step = steps.at(-1);
    if (!step) continue;
    for (const part of entry.parts) measure(part, step);
  }
  return steps;
}

function measure(part: MessagePart, step: RecordedStep): void {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      step.text += tokensOf(part.text.length);
      return;
    case 'tool-call':
      step.text += tokensOf(JSON.stringify(part.input).length);
      return;
    case 'tool-result':
      for (const inner of part.content) measure(inner, step);
      return;
    case 'image':
      step.image = (step.image ?? 0) + (estimateImageTokens(profile.image.tokens, part) ?? 0);
      return;
    case 'audio':
    case 'file':
      return;
  }
}

function tokensOf(chars: number): number {
  return Math.ceil(chars / charsPerToken);
}
