// Every part of the packed release once, in whatever runtime this file is started by; one JSON object on standard output says which work.
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const red = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsItz/VMYywi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywLvDoEAVSaz4wAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
);
const svg = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#0a0"/></svg>',
);
const folder = await mkdtemp(join(tmpdir(), 'percept-runtime-'));

const packages = ['core', 'ingest', 'render', 'store', 'eyes', 'agent', 'host', 'openwop'].map(
  (name) => `@percept/${name}`,
);

const parts = {
  'tokens and profiles': async () => {
    const { estimateImageTokens, resolveProfile } = await import('@percept/core');
    const { image } = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
    return estimateImageTokens(image.tokens, { width: 64, height: 64 }) > 0;
  },
  'the lens': async () => {
    const { resolveProfile } = await import('@percept/core');
    const { lowerRequest } = await import('@percept/core/lens');
    const url = `data:image/png;base64,${btoa(String.fromCharCode(...red))}`;
    const content = [{ type: 'image_url', image_url: { url } }];
    const model = 'gpt-3.5-turbo';
    const profile = resolveProfile({ provider: 'openai.chat', model });
    const body = { model, messages: [{ role: 'user', content }] };
    const lowered = await lowerRequest({ wire: 'chat-completions', body, profile });
    return !JSON.stringify(lowered.body).includes('base64');
  },
  'the pre-filter': async () => (await import('@percept/ingest')).sniff(red).mime === 'image/png',
  'the memory': async () => {
    const { openMemory } = await import('@percept/store');
    const memory = await openMemory({ directory: join(folder, 'memory') });
    const kept = await memory.put(red);
    const back = await memory.get(kept.value);
    await memory.close();
    return back.ok && back.value.length === red.length;
  },
  'the door': async () => {
    const { openMemory } = await import('@percept/store');
    const { openDoor } = await import('@percept/ingest');
    const memory = await openMemory({ directory: join(folder, 'door') });
    const door = openDoor({ store: memory });
    const taken = await door.fit(red, { maxEdgePx: 32 });
    await door.close();
    await memory.close();
    if (!taken.ok) throw new Error(taken.refusal.message);
    return taken.value.block.width === 32;
  },
  'the darkroom': async () => {
    const { createDarkroom } = await import('@percept/render');
    const darkroom = createDarkroom();
    const drawn = await darkroom.develop({ bytes: svg, name: 'plan.svg' });
    await darkroom.close();
    if (!drawn.ok) throw new Error(drawn.refusal.message);
    return drawn.value.pages.length === 1;
  },
  'local eyes': async () => {
    const { createEyes } = await import('@percept/eyes');
    const eyes = createEyes();
    const seen = await eyes.describe(red);
    await eyes[Symbol.asyncDispose]();
    if (!seen.ok) throw new Error(seen.refusal.message);
    return seen.value.markdown !== '';
  },
  'a conversation': async () => {
    const { openPercept } = await import('percept');
    const percept = await openPercept({ directory: join(folder, 'percept'), eyes: 'none' });
    const chat = await percept.session('first');
    await chat.say('What is it?');
    const { length } = chat.messages();
    await percept[Symbol.asyncDispose]();
    return length === 1;
  },
  'require()': async () => {
    const load = createRequire(import.meta.url);
    for (const name of ['percept', ...packages]) load(name);
    return typeof load('percept').openPercept === 'function';
  },
};

const found = {};
for (const [name, work] of Object.entries(parts)) {
  try {
    const late = new Promise((_, reject) => {
      setTimeout(() => reject(new Error('no answer within a minute')), 60_000).unref?.();
    });
    found[name] = (await Promise.race([work(), late])) ? 'works' : 'gave a wrong answer';
  } catch (error) {
    found[name] = String(error?.message ?? error).split('\n')[0];
  }
}
await rm(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
