// Strict means strict everywhere: in what is attached, in history, in tools and after a switch, one rule decides whether a
// request may be made.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionBridge } from '../../packages/agent/src/bridge/index.ts';
import { modelChoiceOf } from '../../packages/agent/src/models/index.ts';
import { openRuntime } from '@percept/agent/runtime';
import { openMemory } from '@percept/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRig, unwrap } from '../acp/rig.ts';
import {
  imagesOf,
  known,
  openScene,
  openStage,
  specOf,
  square,
  textsOf,
  type Stage,
} from '../bridge/stage.ts';
import { obey } from './obedient.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

async function openStrict() {
  const scene = await openScene(stage, { chatting: obey, withoutVision: true });
  const seeing = known(specOf(scene.chat, 'eyes-1', ['vision-input']));
  const blind = known(specOf(scene.chat, 'text-1', []));
  const rig = await openRig([], {
    models: modelChoiceOf({
      main: seeing,
      models: [seeing, blind],
      localChosen: { image: false, audio: false },
      notices: [],
    }),
    openBridge: (tell, bill) => createSessionBridge(scene.bridge, tell, bill),
  });
  return { scene, rig };
}

describe('without a route', () => {
  test(
    'a request about a history with pictures fails, and its message is not in the next one',
    { tags: ['d-strict-everywhere', 's002-strict-default', 's002-strict-error-names-route'] },
    async () => {
      const { scene, rig } = await openStrict();
      await using _scene = scene;
      await using _rig = rig;
      const picture = await rig.attach(await square('#f30001'), 'shot.png');
      await rig.say([{ type: 'text', text: 'Look.' }, picture]);
      expect(scene.chat.requests).toHaveLength(1);
      unwrap(await rig.session.switchModel('text-1'));
      const refused = (await rig.say('What was on it?')).at(-1);
      expect(refused).toMatchObject({
        end: 'failed',
        refusal: { message: expect.stringContaining('no route for vision-input') },
      });
      expect(scene.chat.requests).toHaveLength(1);
      const forecast = await rig.session.forecast([{ type: 'text', text: 'And now?' }]);
      expect(forecast).toMatchObject({ ok: false });
      unwrap(await rig.session.switchModel('eyes-1'));
      expect((await rig.say('And now?')).at(-1)).toMatchObject({ end: 'answered' });
      const last = scene.chat.requests.at(-1);
      expect(imagesOf(last)).toHaveLength(1);
      expect(textsOf(last).join('\n')).not.toContain('What was on it?');
    },
  );

  test(
    'view is refused in words that name the route, and nothing is said to be shown',
    { tags: ['d-strict-everywhere', 's002-strict-default'] },
    async () => {
      const { scene, rig } = await openStrict();
      await using _scene = scene;
      await using _rig = rig;
      await writeFile(join(rig.root, 'a.png'), await square('#f30002'));
      unwrap(await rig.session.switchModel('text-1'));
      expect((await rig.say('CALL view {"ref":"a.png"}')).at(-1)).toMatchObject({
        end: 'answered',
      });
      const words = textsOf(scene.chat.requests.at(-1)).join('\n');
      expect(words).toContain('refused (unavailable): The chosen model does not take image input');
      expect(words).not.toMatch(/pixels \d/);
    },
  );

  test(
    'a picture that a server’s tool returned is kept and named, and the turn goes on',
    { tags: ['d-strict-everywhere'] },
    async () => {
      await using scene = await openScene(stage, { chatting: obey, withoutVision: true });
      const blind = known(specOf(scene.chat, 'text-1', []));
      const taken = unwrap(
        await stage.door.ingest({ kind: 'bytes', bytes: await square('#f30003'), name: 's.png' }),
      );
      await using rig = await openRig([], {
        models: modelChoiceOf({
          main: blind,
          models: [blind],
          localChosen: { image: false, audio: false },
          notices: [],
        }),
        openBridge: (tell, bill) => createSessionBridge(scene.bridge, tell, bill),
        clientTools: () => [
          {
            name: 'shoot',
            description: 'A screenshot.',
            inputSchema: { type: 'object' },
            run: () => Promise.resolve({ outcome: 'succeeded', content: [taken.block] }),
          },
        ],
      });
      expect((await rig.say('CALL shoot {}')).at(-1)).toMatchObject({ end: 'answered' });
      const words = textsOf(scene.chat.requests.at(-1)).join('\n');
      expect(words).toContain(`kept as ${taken.block.sha256} and not shown.`);
    },
  );
});

test.for(['PERCEPT_ACCEPT', 'PERCEPT_PROGRAMS'])(
  'a word in %s that means nothing is refused by every face, and never read as the default',
  { tags: ['d-strict-everywhere'] },
  async (variable) => {
    const folder = await mkdtemp(join(tmpdir(), 'percept-strict-'));
    await using memory = await openMemory({ directory: join(folder, 'data') });
    const env = { PERCEPT_CONFIG: 'none', PERCEPT_DISCOVERY: 'false', [variable]: 'nonne' };
    await using runtime = openRuntime({ cwd: folder, env, memory });
    await expect(runtime.plan()).rejects.toThrow(new RegExp(`^${variable} names`));
    await expect(runtime.pool()).rejects.toThrow(variable);
    await rm(folder, { recursive: true, force: true });
  },
);

test(
  'who looks for a blind model does not depend on the model that the session began with',
  { tags: ['d-strict-everywhere'] },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'percept-strict-'));
    const memory = await openMemory({ directory: join(folder, 'data') });
    const answers: boolean[] = [];
    for (const main of ['see', 'blind']) {
      const at = { provider: 'openai-compatible', baseUrl: 'https://models.example/v1' };
      const models = {
        see: { ...at, model: 'see-1', capabilities: ['vision-input'] },
        blind: { ...at, model: 'blind-1', capabilities: [] },
        other: { ...at, baseUrl: 'https://other.example/v1', model: 'blind-2', capabilities: [] },
      };
      const path = join(folder, 'percept.json');
      await writeFile(path, JSON.stringify({ main, models, discovery: false }));
      await using runtime = openRuntime({ cwd: folder, env: { PERCEPT_CONFIG: path }, memory });
      const plan = await runtime.plan();
      const reader = (name: string) => plan.picker.list().find((model) => model.name === name);
      answers.push(plan.describes('image', reader('blind')));
      // Never for another provider by guess.
      expect(plan.describes('image', reader('other'))).toBe(false);
    }
    await memory.close();
    await rm(folder, { recursive: true, force: true });
    expect(answers).toEqual([true, true]);
  },
);
