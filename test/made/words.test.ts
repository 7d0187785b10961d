// Words and names for what models make: the maker's own words, or those of local eyes, marked as theirs; and a name by which
// the next model looks at it again.
import { createBridge, replay } from '@percept/agent/internal';
import {
  createLocalDescriber,
  createLocalListener,
} from '../../packages/agent/src/bridge/local-describer.ts';
import { createSessionBridge } from '../../packages/agent/src/bridge/index.ts';
import { type AgentParts, type LocalEyes, type LoopEvent } from '@percept/agent';
import { accept, type Outcome } from '@percept/core';
import { madeAlt } from '@percept/core/internal';
import { openMemory, type Memory } from '@percept/store';
import { drawing, text, toolCall, type Reply, type Script } from 'percept/conformance';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRig, picturesOf, type Rig } from '../acp/rig.ts';
import { doorOnto } from '../door.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';

const timeout = 240_000;

async function picture(words: string, seed = 1): Promise<Reply> {
  const bytes = await drawQuadrants(drawPalette(seed));
  return drawing(words, { mime: 'image/png', base64: bytes.toString('base64') });
}

type Seen = Awaited<ReturnType<LocalEyes['describe']>>;

interface Stage extends AsyncDisposable {
  readonly rig: Rig;
}

/** A session whose local eyes say what they are told to say, through the real bridge. */
async function openStage(script: Script, look: () => Promise<Seen>): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-made-'));
  const memory: Memory = await openMemory({ directory });
  const door = doorOnto(memory);
  const heard = async (): Promise<Outcome<{ notice: string; segments: [] }>> =>
    accept({ notice: 'Heard.', segments: [] });
  const bridge = createBridge({
    describers: [
      createLocalDescriber({ name: 'test-eyes', describe: look }, '1'),
      createLocalListener({ name: 'test-ears', transcribe: heard }, '1'),
    ],
    door,
    store: memory,
    memos: memory.memos,
  });
  const change: Partial<AgentParts> = {
    memory,
    door,
    openBridge: (tell) => createSessionBridge(bridge, tell),
  };
  const rig = await openRig(script, change);
  return {
    rig,
    async [Symbol.asyncDispose]() {
      await rig[Symbol.asyncDispose]();
      await memory.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function altsIn(events: readonly LoopEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'media-made' || event.type === 'made-described'
      ? [madeAlt(event.block, event.words)]
      : [],
  );
}

const sees = async (): Promise<Seen> =>
  accept({
    markdown: 'A dialog.',
    kind: 'screenshot',
    lines: [{ text: 'Save', confidence: 1 }],
    palette: [{ name: 'teal' }],
  });

describe('what a model made is put into words', () => {
  test(
    'by its maker, where it said something',
    { timeout, tags: ['p-made-has-words'] },
    async () => {
      let looks = 0;
      const reply = await picture('A dialog with two buttons.');
      await using stage = await openStage(
        () => reply,
        () => {
          looks += 1;
          return sees();
        },
      );
      const live = altsIn(await stage.rig.say('Draw.'));
      expect(live).toEqual([
        expect.stringMatching(
          /^Picture made by seeing, \d+×\d+ pixels: A dialog with two buttons\.$/,
        ),
      ]);
      expect(altsIn([...replay(stage.rig.session)])).toEqual(live);
      expect(looks).toBe(0);
    },
  );

  test(
    'by local eyes, and it says so, where it said nothing',
    { timeout, tags: ['p-made-has-words'] },
    async () => {
      const reply = await picture('');
      await using stage = await openStage(() => reply, sees);
      const events = await stage.rig.say('Draw.');
      const live = altsIn(events);
      expect(live.at(-1)).toMatch(
        /Described by local eyes, not by its maker: screenshot, with the text “Save”, in teal$/,
      );
      // Shown at once, described later, and both before the turn ends.
      expect(events.map(({ type }) => type).slice(-4)).toEqual(
        expect.arrayContaining(['made-described', 'turn-ended']),
      );
      expect(altsIn([...replay(stage.rig.session)])).toEqual(live);
    },
  );

  test(
    'by nobody, where local eyes do not come to an end: the turn does',
    { timeout, tags: ['p-made-has-words'] },
    async () => {
      const reply = await picture('');
      await using stage = await openStage(
        () => reply,
        () => new Promise(() => {}),
      );
      const stop = new AbortController();
      const events: LoopEvent[] = [];
      const turn = stage.rig.session.prompt([{ type: 'text', text: 'Draw.' }], {
        signal: stop.signal,
      });
      for await (const event of turn) {
        events.push(event);
        if (event.type === 'media-made') stop.abort();
      }
      expect(events.at(-1)?.type).toBe('turn-ended');
      expect(altsIn(events)).toEqual([expect.stringMatching(/^Picture made by seeing, /)]);
    },
  );

  test(
    'never blocks what comes next in the turn',
    { timeout, tags: ['p-made-has-words'] },
    async () => {
      const reply = await picture('');
      const answered = Promise.withResolvers<void>();
      // The eyes look until the turn has gone on.
      await using stage = await openStage(
        () => reply,
        async () => {
          await answered.promise;
          return sees();
        },
      );
      const kinds: string[] = [];
      const turn = stage.rig.session.prompt([{ type: 'text', text: 'Draw.' }], {
        signal: new AbortController().signal,
      });
      for await (const { type } of turn) {
        kinds.push(type);
        if (type === 'context-measured') answered.resolve();
      }
      expect(kinds.indexOf('context-measured')).toBeLessThan(kinds.indexOf('made-described'));
      expect(kinds.at(-1)).toBe('turn-ended');
    },
  );
});

describe('what a model made has a name', () => {
  test(
    'that the next question carries, and that view knows',
    { timeout, tags: ['p-made-has-a-name'] },
    async () => {
      const replies = [
        await picture('One.', 1),
        await picture('Two.', 2),
        toolCall('view', { ref: 'attachment:made-2.png' }),
        text('Seen.'),
      ];
      let at = 0;
      await using rig = await openRig(() => replies[at++] ?? text('Seen.'));
      await rig.say('Draw.');
      await rig.say('Draw another.');
      const events = await rig.say('Look at the second one again.');
      expect(rig.server.requests.at(-1)?.raw).toContain(
        '[made by the assistant above: attachment:made-2.png]',
      );
      const [, second] = events
        .concat([...replay(rig.session)])
        .flatMap((event) => (event.type === 'media-made' ? [event.block] : []));
      const looked = events.find(({ type }) => type === 'tool-answered');
      const [shown] = picturesOf(looked);
      expect(second?.origin).toMatchObject({ kind: 'made', name: 'made-2.png' });
      expect([shown?.width, shown?.sha256]).toEqual([
        second?.type === 'image' ? second.width : undefined,
        second?.sha256,
      ]);
    },
  );
});
