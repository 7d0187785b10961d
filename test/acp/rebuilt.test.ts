// What a model was shown on a turn is made again from the record alone: the same request, byte for byte, when the files are gone.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentSession, type PromptPart } from '@percept/agent';
import { commonProfile } from '@percept/core';
import { expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openRig, unwrap } from './rig.ts';
import { look, picturesIn } from './seeing-server.ts';

test(
  'the request of every turn is rebuilt from the record as it was then, byte for byte',
  { tags: ['p-record-is-truth'], timeout: 240_000 },
  async () => {
    // Room for two pictures: what is left out, and when, has to be rebuilt as well.
    const profile = { ...commonProfile, request: { ...commonProfile.request, maxImages: 2 } };
    await using rig = await openRig(look, {}, profile);
    const { id } = rig.session;
    const names = ['a.png', 'b.png', 'c.png'];
    for (const [at, name] of names.entries())
      await writeFile(join(rig.root, name), await drawQuadrants(drawPalette(60 + at)));
    const pasted = await rig.attach(await drawQuadrants(drawPalette(70)), 'shot.png');
    const prompts: readonly (string | readonly PromptPart[])[] = [
      [{ type: 'text', text: 'What colours?' }, pasted],
      ...names.map((name) => `Please view ${name} now`),
      'And what was the first one?',
      'Go on.',
    ];
    const turns: { readonly upTo: number; readonly raw: string | undefined }[] = [];
    for (const prompt of prompts) {
      const upTo = unwrap(await rig.memory.sessions.entries(id)).at(-1)?.seq ?? 0;
      const before = rig.server.requests.length;
      await rig.say(prompt);
      turns.push({ upTo, raw: rig.server.requests[before]?.raw });
    }
    expect(new Set(turns.map(({ raw = '' }) => raw.length)).size).toBe(prompts.length);
    const last = rig.server.requests.at(-1);
    expect(last && picturesIn(last).length).toBeGreaterThan(0);
    expect(last?.raw).toContain('seen earlier, no longer shown');
    for (const name of names) await rm(join(rig.root, name));

    for (const [at, { upTo, raw }] of turns.entries()) {
      const then = unwrap(await rig.memory.fork(id, { upTo }));
      const session = unwrap(await AgentSession.resume(rig.parts, then.id));
      const before = rig.server.requests.length;
      await rig.say(prompts[at] ?? '', { session });
      expect(rig.server.requests[before]?.raw, `turn ${at + 1}`).toBe(raw);
    }
  },
);
