// OpenWOP runs whose media comes from a model and not from a fixture: the cap, tenants, revocation, forks, replay and the
// debug bundle hold for it as for any other media, and no byte of it stands in a log.
import { isRecord, readText } from '@percept/core/internal';
import { drawing, text, type Reply } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { openStage, zenith, type Stage } from '../host/openwop-stage.ts';
import { urlOf } from '../host/openwop-emit.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';

const slow = { timeout: 240_000 };

/** Sixteen bits, one channel, 8,000 samples a second. */
function wave(samples: number): Buffer {
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8_000, 24);
  bytes.writeUInt32LE(16_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples * 2, 40);
  return bytes;
}

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** A sound below the cap, a picture and a sound above it, and a document. */
const cap = 1_000;
async function studio(): Promise<{ readonly reply: Reply; readonly secrets: readonly string[] }> {
  const files = [
    { mime: 'audio/wav', bytes: wave(200) },
    { mime: 'image/png', bytes: await drawQuadrants(drawPalette(11)) },
    { mime: 'audio/wav', bytes: wave(4_000) },
    { mime: 'application/pdf', bytes: pdf },
  ].map(({ mime, bytes }) => ({ mime, base64: bytes.toString('base64') }));
  return {
    reply: drawing('A dialog, a beep and a page.', ...files),
    secrets: files.map(({ base64 }) => base64.slice(0, 120)),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function mediaIn(events: readonly Fields[]): readonly Fields[] {
  return events.filter(({ type }) => readText(type)?.startsWith('media.'));
}

function payloadOf({ payload }: Fields): Fields {
  return isRecord(payload) ? payload : {};
}

async function made(
  stage: Stage,
): Promise<{ readonly run: string; readonly media: readonly Fields[] }> {
  const run = await stage.acme.run('percept-ask', { prompt: 'Draw.' });
  expect((await stage.acme.ended(run)).body['status']).toBe('completed');
  return { run, media: mediaIn(await stage.acme.events(run)) };
}

describe('a run whose model makes pictures, sound and files', slow, () => {
  test(
    'emits what is below the cap inline and the rest by URL, labelled and with words',
    { tags: ['d-openwop-made'] },
    async () => {
      const { reply } = await studio();
      await using stage = await openStage({
        script: () => reply,
        limits: { maxInlineMediaBytes: cap },
      });
      const { media } = await made(stage);
      expect(media.map(({ type }) => type)).toEqual([
        'media.audio',
        'media.image',
        'media.audio',
        'media.file',
      ]);
      for (const event of media) {
        const payload = payloadOf(event);
        const isInline = Number(payload['bytes']) <= cap;
        expect([typeof payload['base64'], typeof payload['url']]).toEqual(
          isInline ? ['string', 'undefined'] : ['undefined', 'string'],
        );
        if (!isInline) {
          const served = await stage.nobody.fetchAsset(urlOf(payload));
          expect((await served.arrayBuffer()).byteLength).toBe(payload['bytes']);
        }
        expect(payload['alt']).toMatch(/ made by .+: A dialog, a beep and a page\.$/);
        expect(event['contentTrust']).toBe('untrusted');
        const kind = readText(event['type'])?.slice('media.'.length);
        expect(event['envelope']).toMatchObject({
          meta: {
            source: 'ai-generation',
            label: expect.stringMatching(/^made by /),
            rendering: {
              display: kind,
              mimeType: payload['mimeType'],
              alt: payload['alt'],
              title: expect.stringMatching(/^made-\d\.\w+$/),
            },
          },
        });
      }
      expect(new Set(media.map((event) => 'base64' in payloadOf(event))).size).toBe(2);
      expect(stage.bugs).toEqual([]);
    },
  );

  test(
    'keeps it from other tenants, in the bundle by reference, and out of every log',
    { tags: ['d-openwop-made'] },
    async () => {
      const { reply, secrets } = await studio();
      await using stage = await openStage({
        script: () => reply,
        limits: { maxInlineMediaBytes: cap },
      });
      const { run, media } = await made(stage);
      for (const path of [
        `/v1/runs/${run}`,
        `/v1/runs/${run}/events`,
        `/v1/runs/${run}/debug-bundle`,
      ])
        expect((await stage.zenith.get(path)).status).toBe(404);
      const urls = media.flatMap((event) => readText(payloadOf(event)['url']) ?? []);
      for (const url of urls) expect((await stage.assets.resolve(url, zenith)).ok).toBe(false);
      const bundle = await stage.acme.get(`/v1/runs/${run}/debug-bundle`);
      expect(bundle.text.match(/"type":"media\.\w+"/g)).toHaveLength(4);
      for (const text of [...secrets, ...urls, 'base64']) expect(bundle.text).not.toContain(text);
      const [runs, sessions] = await Promise.all([
        stage.memory.sessions.list({ kind: 'run' }),
        stage.memory.sessions.list({}),
      ]);
      if (!runs.ok || !sessions.ok) throw new Error('The logs cannot be listed.');
      expect([runs.value.length, sessions.value.length]).toEqual([1, 1]);
      for (const { id } of [...runs.value, ...sessions.value]) {
        const entries = await stage.memory.sessions.entries(id);
        const text = JSON.stringify(entries);
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
    },
  );

  test(
    'keeps it for forks and replays, and for nobody once the runs are gone',
    { tags: ['d-openwop-made'] },
    async () => {
      const { reply } = await studio();
      await using stage = await openStage({
        script: () => reply,
        limits: { maxInlineMediaBytes: cap },
      });
      const { acme, nobody, memory, server } = stage;
      const { run, media } = await made(stage);
      const asked = server.requests.length;
      const forked = await acme.post(`/v1/runs/${run}:fork`, { fromSeq: 0, mode: 'replay' });
      const copy = readText(forked.body['runId']) ?? '';
      await acme.ended(copy);
      // Replayed: letter by letter the same, and nobody was asked to draw again.
      expect(mediaIn(await acme.events(copy)).map(payloadOf)).toEqual(media.map(payloadOf));
      expect(server.requests).toHaveLength(asked);
      const urls = media.flatMap((event) => readText(payloadOf(event)['url']) ?? []);
      const statuses = async (): Promise<readonly number[]> => [
        ...new Set(
          await Promise.all(urls.map(async (url) => (await nobody.fetchAsset(url)).status)),
        ),
      ];
      const remove = async (id: string): Promise<void> => {
        const listed = await memory.sessions.list({ kind: 'run' });
        const found = listed.ok ? listed.value.find((one) => one.id === id) : undefined;
        if (!found) throw new Error('The run is not there.');
        expect((await memory.sessions.remove(found.id)).ok).toBe(true);
        await memory.collect({ graceMs: 0 });
      };
      await remove(run);
      expect(await statuses()).toEqual([200]);
      // Taken back: the grants go with the last log that tells of them.
      await remove(copy);
      expect(await statuses()).toEqual([404]);
    },
  );
});

test(
  'media that a model made is served until its grant is taken back, and its run stays',
  { ...slow, tags: ['d-openwop-made'] },
  async () => {
    const { reply } = await studio();
    await using stage = await openStage({
      script: () => reply,
      limits: { maxInlineMediaBytes: cap },
    });
    const { run, media } = await made(stage);
    const urls = media.flatMap((event) => readText(payloadOf(event)['url']) ?? []);
    const statuses = async (): Promise<ReadonlySet<number>> =>
      new Set(
        await Promise.all(urls.map(async (url) => (await stage.nobody.fetchAsset(url)).status)),
      );
    expect(await statuses()).toEqual(new Set([200]));
    const listed = await stage.memory.sessions.list({ kind: 'run' });
    const log = listed.ok ? listed.value.find(({ id }) => id === run) : undefined;
    if (!log) throw new Error('The run has no log.');
    expect(await stage.assets.revoke({ run: log.id })).toEqual({ ok: true, value: media.length });
    expect(await statuses()).toEqual(new Set([410]));
    // What is told of it stands, by reference; a replay tells the same and brings nothing back.
    expect(mediaIn(await stage.acme.events(run)).map(payloadOf)).toEqual(media.map(payloadOf));
    const forked = await stage.acme.post(`/v1/runs/${run}:fork`, { fromSeq: 0, mode: 'replay' });
    await stage.acme.ended(readText(forked.body['runId']) ?? '');
    expect(await statuses()).toEqual(new Set([410]));
  },
);

describe('an envelope that a model writes', slow, () => {
  const rendering = { display: 'card', title: 'Plan' };
  const ask = async (stage: Stage, kinds: readonly string[]) => {
    await stage.acme.post('/v1/host/percept/workflows', {
      id: 'writes',
      nodes: [{ id: 'ask', typeId: 'percept.ask', config: { prompt: 'Go.', envelopes: kinds } }],
    });
    const run = await stage.acme.run('writes');
    const { body } = await stage.acme.ended(run);
    return { run, body, events: await stage.acme.events(run) };
  };

  test('keeps its hint, a card as well', { tags: ['d-openwop-made'] }, async () => {
    const written = {
      type: 'acme.plan',
      schemaVersion: 1,
      payload: { steps: 3 },
      meta: { rendering },
    };
    await using stage = await openStage({ script: () => text(JSON.stringify(written)) });
    const { body, events } = await ask(stage, ['acme.plan']);
    expect(body['status']).toBe('completed');
    const told = events.find(({ type }) => type === 'artifact.created');
    expect(told?.['envelope']).toMatchObject({ meta: { source: 'ai-generation', rendering } });
  });

  test.each([900, 6_000, 300_000])(
    'with %i bytes of sound in it goes through the door, by URL above the cap, and no log holds the bytes',
    { tags: ['d-openwop-made'] },
    async (size) => {
      const sound = wave(size / 2);
      const base64 = sound.toString('base64');
      const written = {
        type: 'media.audio',
        schemaVersion: 1,
        payload: { base64, bytes: sound.length, alt: 'A beep' },
        meta: { rendering: { display: 'audio', title: 'Beep' } },
      };
      await using stage = await openStage({ script: () => text(JSON.stringify(written)) });
      const { run, body, events } = await ask(stage, ['media.audio']);
      expect(body['status']).toBe('completed');
      const [told, ...more] = mediaIn(events);
      expect(more).toEqual([]);
      const payload = payloadOf(told ?? {});
      expect('base64' in payload).toBe(size < 256 * 1024);
      expect(payload).toMatchObject({
        bytes: sound.length,
        alt: expect.stringContaining('A beep'),
      });
      expect(told?.['envelope']).toMatchObject({ meta: { rendering: { title: 'Beep' } } });
      const runs = await stage.memory.sessions.list({ kind: 'run' });
      const log = runs.ok ? runs.value.find(({ id }) => id === run) : undefined;
      if (!log) throw new Error('The run has no log.');
      expect(JSON.stringify(await stage.memory.sessions.entries(log.id))).not.toContain(
        base64.slice(0, 100),
      );
    },
  );

  test(
    'with a page that is called a picture is refused, and nothing of it is told',
    { tags: ['d-openwop-made'] },
    async () => {
      const html = Buffer.from('<script>alert(1)</script>'.repeat(40));
      const written = {
        type: 'media.image',
        schemaVersion: 1,
        payload: { base64: html.toString('base64'), bytes: html.length, mimeType: 'image/png' },
      };
      await using stage = await openStage({ script: () => text(JSON.stringify(written)) });
      const { run, body, events } = await ask(stage, ['media.image']);
      expect(body).toMatchObject({ status: 'failed', error: { code: 'media_refused' } });
      expect(mediaIn(events)).toEqual([]);
      const bundle = await stage.acme.get(`/v1/runs/${run}/debug-bundle`);
      expect(bundle.text).not.toContain(html.toString('base64').slice(0, 200));
    },
  );
});
