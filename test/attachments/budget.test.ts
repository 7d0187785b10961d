// What does not fit a request is left out alone, is judged anew with every turn, and nothing that is looked at goes out twice.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeIn } from '@percept/agent/internal';
import { commonProfile, type ModelProfile } from '@percept/core';
import { text, toolCall } from 'percept/conformance';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openRig, unwrap } from '../acp/rig.ts';
import { picturesIn } from '../acp/seeing-server.ts';
import { drawPieces } from './pieces.ts';

test(
  'one medium that is too large for a request goes by itself, and its neighbours stay',
  { tags: ['d-budget-alone'] },
  async () => {
    const request = { maxImages: 8, maxBytes: 16_000 };
    const profile: ModelProfile = { ...commonProfile, audioTypes: ['audio/wav'], request };
    await using rig = await openRig(() => text('Done.'), {}, profile);
    const { picture, sound } = await drawPieces();
    if (!picture || !sound) throw new Error('Two pieces were expected.');
    const take = async ({ name, bytes }: typeof picture) =>
      unwrap(await takeIn(rig.parts, { kind: 'bytes', bytes }, { name })).block;
    await rig.say([await take(picture), { type: 'text', text: 'a small picture' }]);
    await rig.say([await take(sound), { type: 'text', text: 'a sound that is too large' }]);
    const second = rig.server.requests[1];
    expect(second?.raw).toMatch(
      /not shown, this request is full: the model takes 16 KB in one\. Calling listen with ref/,
    );
    expect(second && picturesIn(second)).toHaveLength(1);
    await rig.say('and now?');
    const third = rig.server.requests[2];
    expect(third && picturesIn(third)).toHaveLength(1);
    expect(third?.raw).not.toContain('"input_audio"');
    // Nothing was decided for good: with room for it, the next request has it.
    request.maxBytes = 16_000_000;
    await rig.say('and with more room?');
    const fourth = rig.server.requests[3];
    expect(fourth && picturesIn(fourth)).toHaveLength(1);
    expect(fourth?.raw).toContain('"input_audio"');
  },
);

test(
  'pictures of one message beyond thirty mebibytes are named, and the others go',
  { tags: ['s002-30-mib-per-message'], timeout: 240_000 },
  async () => {
    // A model that takes more than that, and nothing that is smaller than noise without loss.
    const profile: ModelProfile = {
      ...commonProfile,
      image: { ...commonProfile.image, types: ['image/png'] },
      request: { maxImages: 20, maxBytes: 90_000_000 },
    };
    await using rig = await openRig(() => text('Done.'), {}, profile);
    const raw = { width: 1_180, height: 1_000, channels: 3 } as const;
    const pictures = await Promise.all(
      Array.from({ length: 9 }, async (_, at) => {
        const noise = randomBytes(raw.width * raw.height * raw.channels);
        const bytes = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer();
        const name = `noise-${at}.png`;
        return unwrap(await takeIn(rig.parts, { kind: 'bytes', bytes }, { name })).block;
      }),
    );
    const events = await rig.say([{ type: 'text', text: 'Compare them.' }, ...pictures]);
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
    const [request] = rig.server.requests;
    const sent = request ? picturesIn(request) : [];
    const weight = sent.reduce((sum, { length }) => sum + length, 0);
    const most = 30 * 1024 * 1024;
    expect(weight).toBeLessThanOrEqual(most);
    expect(weight + (sent[0]?.length ?? 0)).toBeGreaterThan(most);
    const named = request?.raw.match(/hold at most 31457280 bytes, and this one is beyond that/g);
    expect(sent.length + (named?.length ?? 0)).toBe(pictures.length);
  },
);

test('a picture that is looked at by its name in the store goes out once', async () => {
  const ref = { value: '' };
  await using rig = await openRig((_, index) =>
    index === 0 ? toolCall('view', { ref: ref.value }) : text('Seen.'),
  );
  const { picture } = await drawPieces();
  await writeFile(join(rig.root, 'a.png'), picture?.bytes ?? '');
  ref.value = `media:sha256-${unwrap(await rig.memory.put(picture?.bytes ?? new Uint8Array()))}`;
  await rig.say('look');
  const last = rig.server.requests.at(-1);
  expect(last && picturesIn(last)).toHaveLength(1);
});
