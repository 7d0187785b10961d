// Head to head with the holes that were measured in the best bridge there is: each one closed, over real HTTP.

import { randomBytes } from 'node:crypto';
import { commonProfile } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import { judge } from 'percept/conformance';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asks,
  bytesOf,
  imagesOf,
  openScene,
  openStage,
  picture,
  say,
  square,
  textsOf,
  type Stage,
} from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test(
  'corrupt bytes are sent to nobody, and the text model is told so',
  { tags: ['f-bridge-validated', 'p-pixels-or-words'] },
  async () => {
    await using scene = await openScene(stage);
    const whole = await square('#102030');
    for (const bytes of [Buffer.from('not an image at all'), whole.subarray(0, whole.length - 20)])
      await say(scene.textModel, [asks('What is this?', picture(bytes))]);
    expect(scene.vision.requests).toHaveLength(0);
    for (const request of scene.chat.requests) {
      expect(imagesOf(request)).toEqual([]);
      expect(textsOf(request).join('\n')).toMatch(/sent to nobody/);
    }
    expect(scene.events.map(({ type }) => type)).toEqual(['media-withheld', 'media-withheld']);
  },
);

test('a PNG that is labelled image/jpeg reaches the looking model as a PNG', async () => {
  await using scene = await openScene(stage);
  const png = await square('#304050');
  await say(scene.textModel, [asks('What is this?', picture(png, 'image/jpeg'))]);
  const [sent] = imagesOf(scene.vision.requests[0]);
  expect(sent).toMatch(/^data:image\/png;/);
  expect(bytesOf(sent ?? '')).toEqual(png);
  expect(textsOf(scene.chat.requests[0]).join('\n')).toContain('Description number 1.');
});

test('an SVG is never forwarded to a looking model', { tags: ['f-bridge-validated'] }, async () => {
  await using scene = await openScene(stage);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("//evil")</script></svg>';
  const types = ['image/svg+xml', 'image/png'];
  for (const type of types)
    await say(scene.textModel, [asks('What is this?', picture(Buffer.from(svg), type))]);
  expect(scene.vision.requests).toHaveLength(0);
  for (const request of scene.chat.requests) {
    expect(request.raw).not.toContain('<script>');
    expect(textsOf(request).at(-1)).toMatch(/sent to nobody|not shown to this model/);
  }
});

test(
  'an image of 8 MB is fitted and described instead of refused',
  { tags: ['f-bridge-downscaled'], timeout: 240_000 },
  async () => {
    await using scene = await openScene(stage);
    const [width, height] = [1920, 1500];
    const raw = { width, height, channels: 3 as const };
    const large = await sharp(randomBytes(width * height * 3), { raw })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(8 * 1024 * 1024);
    await say(scene.textModel, [asks('What is this?', picture(large))]);
    const [sent] = imagesOf(scene.vision.requests[0]);
    const fitted = bytesOf(sent ?? '');
    const { width: shown, height: tall } = await sharp(fitted).metadata();
    expect(fitted.length).toBeLessThanOrEqual(commonProfile.image.maxBytes);
    expect(Math.max(shown, tall)).toBeLessThanOrEqual(commonProfile.image.usefulEdgePx);
    expect(textsOf(scene.chat.requests[0]).join('\n')).toContain('Description number 1.');
  },
);

test(
  'of six images four are described, each in its own slot, and the other two say how to look at them',
  { tags: ['f-bridge-per-slot', 's000-bridge-per-turn-cap', 's000-bridge-routes-text-only'] },
  async () => {
    const colours = ['#100001', '#200002', '#300003', '#400004', '#500005', '#600006'];
    const squares = await Promise.all(colours.map((colour) => square(colour)));
    await using scene = await openScene(stage, {
      looking: (request) => {
        const at = squares.findIndex((bytes) => bytes.equals(bytesOf(imagesOf(request)[0] ?? '')));
        return { kind: 'text', text: `The square ${colours[at]}.` };
      },
    });
    await say(scene.textModel, [asks('Compare them.', ...squares.map((png) => picture(png)))]);
    expect(scene.vision.requests).toHaveLength(4);
    const [, ...slots] = textsOf(scene.chat.requests[0]);
    expect(slots).toHaveLength(6);
    for (const [index, slot] of slots.slice(0, 4).entries()) {
      expect(slot).toContain(`The square ${colours[index]}.`);
      expect(colours.filter((colour) => slot.includes(colour))).toHaveLength(1);
    }
    for (const slot of slots.slice(4)) {
      expect(slot).toContain('at most 4 pictures are looked at in one turn');
      expect(slot).toContain('2 pictures of this request were not looked at');
      const ref = /view with ref "([^"]+)"/.exec(slot)?.[1];
      if (!isBlobId(ref)) throw new Error('The words name no reference.');
      expect((await stage.memory.get(ref)).ok).toBe(true);
    }
    expect(judge({ wire: 'chat-completions', body: scene.chat.requests[0]?.raw }).images).toEqual(
      [],
    );
    // The same turn goes on without a change, and nothing is sent again.
    await say(scene.textModel, [asks('Compare them.', ...squares.map((png) => picture(png)))]);
    expect(textsOf(scene.chat.requests[1])).toEqual(textsOf(scene.chat.requests[0]));
    expect(scene.vision.requests).toHaveLength(4);
  },
);

test(
  'a follow-up question looks again at the pixels, and another question looks once more',
  { tags: ['f-bridge-relook', 'f-bridge-cached'] },
  async () => {
    await using scene = await openScene(stage, {
      looking: (request) =>
        textsOf(request).some((words) => words.includes('bottom-left'))
          ? { kind: 'text', text: 'The bottom-left pixel is #abcdef.' }
          : { kind: 'text', text: 'A square.' },
    });
    const png = await square('#abcdef');
    const messages = [asks('What is this?', picture(png))];
    await say(scene.textModel, messages);
    expect(scene.vision.requests).toHaveLength(1);

    const turn = scene.bridge.turn({
      host: 'chat.example',
      takes: { image: false, audio: false, file: false },
    });
    const ask = async (question: string) => {
      const told = await turn.look({ bytes: png, mime: 'image/png' }, question);
      return told.ok ? told.value.text : told.refusal.message;
    };
    const answer = await ask('What colour is the bottom-left pixel?');
    expect(answer).toContain('The bottom-left pixel is #abcdef.');
    expect(answer).toContain('untrusted');
    expect(scene.vision.requests).toHaveLength(2);
    expect(imagesOf(scene.vision.requests[1])).toHaveLength(1);
    await ask('What colour is the bottom-left pixel?');
    expect(scene.vision.requests).toHaveLength(2);
    await ask('What colour is the bottom-left corner?');
    expect(scene.vision.requests).toHaveLength(3);
  },
);

test('a model switch to one that sees and back loses nothing and pays for nothing twice', async () => {
  await using scene = await openScene(stage);
  const png = await square('#0a0b0c');
  const messages = [asks('What is this?', picture(png))];
  await say(scene.textModel, messages);
  await say(scene.seeingModel, messages);
  await say(scene.textModel, messages);
  const [blind, seeing, blindAgain] = scene.chat.requests;
  expect(imagesOf(blind)).toEqual([]);
  expect(bytesOf(imagesOf(seeing)[0] ?? '')).toEqual(png);
  expect(textsOf(seeing)).toEqual(['What is this?']);
  expect(textsOf(blindAgain)).toEqual(textsOf(blind));
  expect(textsOf(blind).join('\n')).toContain('Description number 1.');
  expect(scene.vision.requests).toHaveLength(1);
});
