// Look again means the same bytes: what a model is told to call brings back what it saw, whatever became of the source.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSessionBridge } from '../../packages/agent/src/bridge/index.ts';
import { modelChoiceOf } from '../../packages/agent/src/models/index.ts';
import { AgentSession } from '@percept/agent';
import { mediaUrl, parseTenantId } from '@percept/core';
import {
  openScene,
  openStage,
  known,
  specOf,
  square,
  textsOf,
  imagesOf,
  bytesOf,
} from '../bridge/stage.ts';
import { text } from 'percept/conformance';
import { expect, test } from 'vitest';
import { openRig, unwrap, type Rig } from '../acp/rig.ts';
import { obey } from './obedient.ts';

function lastWords(rig: Rig): string {
  return textsOf(rig.server.requests.at(-1)).join('\n');
}

function lastPicture(rig: Rig): Buffer | undefined {
  const url = imagesOf(rig.server.requests.at(-1)).at(-1);
  return url === undefined ? undefined : bytesOf(url);
}

const storedRef = /ref "([0-9a-f]{64})"/;

test(
  'a descriptor names the stored pixels, and they come back after the file was changed and after it vanished',
  { tags: ['d-look-again', 's003-descriptor-says-review'] },
  async () => {
    await using rig = await openRig(obey);
    const path = join(rig.root, 'page.png');
    await writeFile(path, await square('#a10001', 900));
    await rig.say('CALL view {"ref":"page.png"}');
    const seen = lastPicture(rig);
    for (let at = 0; at < 8; at += 1) {
      await writeFile(join(rig.root, `p${at}.png`), await square(`#a2000${at}`, 900));
      await rig.say(`CALL view {"ref":"p${at}.png"}`);
    }
    const descriptor = lastWords(rig)
      .split('\n')
      .find((line) => line.includes('"page.png"') && line.includes('no longer shown'));
    const ref = storedRef.exec(descriptor ?? '')?.[1];
    expect(ref).toBeDefined();

    await writeFile(path, await square('#a30001', 900));
    await rig.say(`CALL view {"ref":"${ref}"}`);
    expect(lastPicture(rig)).toEqual(seen);

    await rig.say('CALL view {"ref":"page.png"}');
    expect(lastPicture(rig)).not.toEqual(seen);
    expect(lastWords(rig)).toContain('the source has changed since it was seen before');
    expect(lastWords(rig)).toContain(`view with ref "${ref}" shows what was seen then`);

    await rm(path);
    await rig.say('CALL view {"ref":"page.png"}');
    expect(lastWords(rig)).toMatch(
      /refused \(absent\).*It was seen before: view with ref "[0-9a-f]{64}"/,
    );
  },
);

test(
  'attack: a model that is told the hash of another tenant’s picture looks at nothing',
  { tags: ['d-media-tenant'] },
  async () => {
    await using rig = await openRig(obey);
    const { memory, door } = rig.parts;
    const bytes = await square('#a40001', 700);
    const { block } = unwrap(await door.ingest({ kind: 'bytes', bytes, name: 'secret.png' }));
    const theirs = unwrap(await memory.sessions.open({ tenant: unwrap(parseTenantId('other')) }));
    const parts = [block];
    unwrap(await memory.sessions.append(theirs.id, { type: 'message', role: 'user', parts }));

    for (const ref of [block.sha256, mediaUrl(block.sha256)]) {
      await rig.say(`CALL view {"ref":"${ref}"}`);
      expect(lastWords(rig)).toContain('refused (absent)');
      expect(lastPicture(rig)).toBeUndefined();
    }

    const ours = unwrap(await memory.sessions.open());
    unwrap(await memory.sessions.append(ours.id, { type: 'message', role: 'user', parts }));
    await rig.say(`CALL view {"ref":"${block.sha256}"}`);
    expect(lastPicture(rig)).toBeDefined();
  },
);

test(
  'what the bridge put off is looked at in the next turn, by its reference and by its name, without a question',
  { tags: ['d-look-again', 'f-bridge-one-budget'] },
  async () => {
    await using stage = await openStage();
    await using scene = await openScene(stage, {
      chatting: obey,
      looking: () => text('A square of one colour.'),
      settings: { maxImagesPerTurn: 2 },
    });
    const blind = known(specOf(scene.chat, 'text-1', []));
    const localChosen = { image: false, audio: false };
    const session = unwrap(
      await AgentSession.create(
        {
          memory: stage.memory,
          door: stage.door,
          models: modelChoiceOf({ main: blind, models: [blind], localChosen, notices: [] }),
          openBridge: (tell, bill) => createSessionBridge(scene.bridge, tell, bill),
        },
        { cwd: '/', roots: [] },
      ),
    );
    const say = async (words: string, ...parts: Parameters<typeof session.prompt>[0]) => {
      const { signal } = new AbortController();
      for await (const _ of session.prompt([{ type: 'text', text: words }, ...parts], { signal }));
      return textsOf(scene.chat.requests.at(-1));
    };
    const pictures = await Promise.all(
      [0, 1, 2, 3].map(async (at) => {
        const bytes = await square(`#c3000${at}`);
        const name = `p${at}.png`;
        return unwrap(
          await stage.door.ingest(
            { kind: 'bytes', bytes, name },
            { origin: { kind: 'attachment', name } },
          ),
        ).block;
      }),
    );
    const first = await say('four', ...pictures);
    const putOff = first.filter((words) => words.includes('Not put into words'));
    expect(putOff).toHaveLength(2);
    const ref = storedRef.exec(putOff[0] ?? '')?.[1];
    expect(scene.vision.requests).toHaveLength(2);

    const byReference = await say(`CALL view {"ref":"${ref}"}`);
    expect(scene.vision.requests).toHaveLength(3);
    expect(byReference.at(-1)).toContain('A square of one colour.');

    const byName = await say('CALL view {"ref":"attachment:p3.png"}');
    expect(scene.vision.requests).toHaveLength(4);
    expect(byName.at(-1)).toContain('A square of one colour.');
    expect(byName.filter((words) => words.includes('Not put into words'))).toEqual([]);
  },
);

test(
  'words about old perceptions leave the requests of a model that does not see, as pixels leave those of one that does',
  { tags: ['d-look-again'] },
  async () => {
    await using stage = await openStage();
    await using scene = await openScene(stage, {
      chatting: obey,
      looking: () => text('A square of one colour.'),
    });
    const blind = known(specOf(scene.chat, 'text-1', []));
    const models = modelChoiceOf({
      main: blind,
      models: [blind],
      localChosen: { image: false, audio: false },
      notices: [],
    });
    await using rig = await openRig([], {
      models,
      openBridge: (tell, bill) => createSessionBridge(scene.bridge, tell, bill),
    });
    for (let at = 0; at < 12; at += 1) {
      await writeFile(join(rig.root, `p${at}.png`), await square(`#d300${at + 10}`, 1_000));
      await rig.say(`CALL view {"ref":"p${at}.png"}`);
    }
    const words = textsOf(scene.chat.requests.at(-1)).join('\n');
    const described = words.split('A square of one colour.').length - 1;
    expect(scene.vision.requests).toHaveLength(12);
    expect(described).toBeLessThan(8);
    expect(words.split('seen earlier, no longer shown').length - 1).toBe(12 - described);
    expect(words).toContain('"p11.png"');
  },
);
