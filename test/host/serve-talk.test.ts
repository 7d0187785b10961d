// The browser's API as a page uses it: attach, ask, see what the model saw, come back later.
import { readFile, writeFile } from 'node:fs/promises';
import { isRecord, readText } from '@percept/core/internal';
import { failure, text, toolCall } from 'percept/conformance';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { lastUserText, look } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { wav } from '../../packages/ingest/test/corpus/make-sound.ts';
import { encryptedPdf } from '../../packages/render/test/support/pdf-kinds.ts';
import { pagesPdf } from '../../packages/render/test/support/write-pdf.ts';
import { openStage } from './serve-stage.ts';
import { wordsIn } from './serve-visitor.ts';

const slow = { timeout: 240_000 };

describe('a picture in the browser', slow, () => {
  test('is taken in, shown before sending, seen by the model, and shown as it was sent', async () => {
    await using stage = await openStage(look);
    const { me } = stage;
    const colours = drawPalette(31);
    const large = await sharp(await drawQuadrants(colours))
      .resize(3000, 3000, { kernel: 'nearest' })
      .png()
      .toBuffer();
    const events = await me.upload(large, 'my shot.png', 'image/png');
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['reading', 'checking', 'done']),
    );
    const uploaded = await me.uploaded(large, 'my shot.png', 'image/png');
    expect(uploaded).toMatchObject({
      name: 'my shot.png',
      kind: 'image',
      width: 3000,
      height: 3000,
      bytes: large.length,
    });
    const draft = { text: 'What colours?', uploads: [uploaded.upload] };
    const forecast = await me.forecast(draft);
    expect(forecast).toMatchObject({
      model: 'seeing',
      files: [{ outcome: 'sent', images: 1, message: expect.stringContaining('reduced to') }],
    });
    const thumbnail = await fetch(uploaded.thumbnail?.url ?? '');
    expect(thumbnail.status).toBe(200);
    expect((await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).width).toBe(
      uploaded.width,
    );

    const session = await me.create();
    const view = await me.say(session.id, 'What colours?', [uploaded.upload]);
    expect(wordsIn(view, 'assistant')).toContain(colours.join(' '));
    const [turn] = view.turns;
    expect(turn).toMatchObject({ end: 'answered', model: 'seeing', usage: { requests: 1 } });
    const [slot] = turn?.sightings[0]?.slots ?? [];
    expect(slot).toMatchObject({ kind: 'image', bytes: expect.any(Number) });
    expect(slot).toMatchObject({ form: 'pixels', action: 'refit', bytesBefore: large.length });
    // What was sent is compared with what was dropped.
    expect(slot?.found).toMatchObject({ width: 3000, height: 3000, bytes: large.length });
    const sent = await fetch(slot?.sent?.url ?? '');
    const pixels = Buffer.from(await sent.arrayBuffer());
    expect(pixels.length).toBe(slot?.sent?.bytes);
    expect(pixels.length).toBe(slot?.bytes);
    expect(JSON.stringify(stage.server.requests.at(-1)?.body)).toContain(pixels.toString('base64'));

    // Sent is sent: the upload is gone, and the conversation holds the bytes.
    expect((await me.ask('GET', `/api/uploads/${uploaded.upload}`)).status).toBe(404);
    const again = await me.session(session.id);
    expect(again.title).toBe('What colours?');
    expect(again.turns[0]?.sightings).toEqual(turn?.sightings);
    expect(again.turns[0]?.messages[0]?.envelopes.map(({ type }) => type)).toEqual([
      'media.image',
      'vendor.percept.text',
    ]);
    const facts = Object.values(again.turns[0]?.messages[0]?.facts ?? {});
    expect(facts[0]).toMatchObject({
      name: 'my_shot.png',
      width: 3000,
    });
  });

  test('a view that came back from the record says what the live one said', async () => {
    await using stage = await openStage(look);
    const { me } = stage;
    const colours = drawPalette(32);
    await writeFile(`${stage.folder}/shot.png`, await drawQuadrants(colours));
    const session = await me.create();
    const live = await me.say(session.id, 'Please view shot.png');
    const recorded = await me.session(session.id);
    expect(wordsIn(live, 'assistant')).toContain(colours.join(' '));
    for (const role of ['user', 'tool', 'assistant'])
      expect(wordsIn(recorded, role)).toBe(wordsIn(live, role));
    expect(recorded.turns[0]?.messages.map(({ role, tool }) => [role, tool?.state])).toEqual(
      live.turns[0]?.messages.map(({ role, tool }) => [role, tool?.state]),
    );
    expect(recorded.turns[0]).toMatchObject({ end: 'answered', usage: live.turns[0]?.usage });
  });

  test('a drawing goes as its drawing and a program as its text, and neither goes twice', async () => {
    await using stage = await openStage(look);
    const { me } = stage;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="#ff0000"/></svg>`;
    const drawing = await me.upload(Buffer.from(svg), 'plan.svg', 'image/svg+xml');
    expect(drawing).toContainEqual({ type: 'rendering', page: 1 });
    const taken = await me.uploaded(Buffer.from(svg), 'plan.svg', 'image/svg+xml');
    expect(taken).toMatchObject({ kind: 'file', mime: 'image/svg+xml', pages: 1 });
    const program = 'export const answer = 42;\n'.repeat(300);
    const code = await me.uploaded(Buffer.from(program), 'answer.ts');
    const uploads = [taken.upload, code.upload];
    const forecast = await me.forecast({ text: '', uploads });
    expect(forecast.files).toMatchObject([
      { outcome: 'sent', images: 1, message: expect.stringContaining('the drawing') },
      { outcome: 'sent', images: 0, message: 'seeing gets its text.' },
    ]);
    const session = await me.create();
    const view = await me.say(session.id, '', uploads);
    const [sighting] = view.turns[0]?.sightings ?? [];
    expect(sighting?.slots.map(({ attachment, form }) => [attachment, form])).toEqual([
      ['plan.svg', 'drawing'],
      ['answer.ts', 'text'],
    ]);
    const body = JSON.stringify(stage.server.requests.at(-1)?.body);
    expect(body.match(/image_url"/g)).toHaveLength(2);
    expect(body).toContain(JSON.stringify(program).slice(1, -1));
    expect(body).not.toContain('<svg');
    expect((await me.session(session.id)).title).toBe('plan.svg');
  });

  test('a PDF goes page by page up to the limit with the rest named, and a locked or fake one is refused', async () => {
    await using stage = await openStage(look);
    const { me } = stage;
    const pdf = pagesPdf(
      Array.from({ length: 12 }, (_, at) => ({ content: `0.${at} 0 0 rg 0 0 200 200 re f` })),
    );
    const uploaded = await me.uploaded(pdf, 'report.pdf', 'application/pdf');
    expect(uploaded).toMatchObject({ kind: 'file', mime: 'application/pdf', pages: 12 });
    const uploads = [uploaded.upload];
    const forecast = await me.forecast({ text: 'Read.', uploads });
    expect(forecast.files[0]?.message).toContain('pages 1 to 8 of 12');
    const session = await me.create();
    const view = await me.say(session.id, 'Read.', uploads);
    expect(view.turns[0]?.sightings[0]).toMatchObject({ images: 8 });
    expect(forecast).toMatchObject({
      images: 8,
      mediaTokens: view.turns[0]?.sightings[0]?.estimatedImageTokens,
      textTokens: view.turns[0]?.sightings[0]?.estimatedTextTokens,
    });
    expect(stage.server.requests.at(-1)?.raw).toContain('pages 1-8 of 12;');
    const locked = await me.upload(encryptedPdf('secret'), 'locked.pdf');
    expect(locked.at(-1)).toMatchObject({ type: 'refused', refusal: { refused: 'encrypted' } });
    const fake = await me.upload(Buffer.from('%PDF-1.4\nnot a pdf'), 'fake.pdf');
    expect(fake.at(-1)).toMatchObject({ type: 'refused', refusal: { refused: 'corrupt' } });
  });

  test('a sound goes to a model that hears, and is played from its address', async () => {
    await using stage = await openStage([text('Silence.')]);
    const { me } = stage;
    const uploaded = await me.uploaded(wav(2), 'memo.wav', 'audio/wav');
    expect(uploaded).toMatchObject({ kind: 'audio', mime: 'audio/wav', durationMs: 2000 });
    const forecast = await me.forecast({ text: '', uploads: [uploaded.upload] });
    expect(forecast).toMatchObject({ model: 'seeing', files: [{ outcome: 'sent', images: 0 }] });
    const session = await me.create();
    const view = await me.say(session.id, 'What do you hear?', [uploaded.upload]);
    expect(view.turns[0]?.sightings[0]?.slots[0]).toMatchObject({ kind: 'audio' });
    const envelope = view.turns[0]?.messages[0]?.envelopes[0];
    expect(envelope).toMatchObject({
      type: 'media.audio',
      payload: { durationSeconds: 2, alt: 'Sound memo.wav, 2 seconds' },
    });
    const { payload } = envelope ?? {};
    const url = isRecord(payload) ? readText(payload['url']) : undefined;
    const part = await fetch(url ?? '', { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
  });

  test('what is hostile or broken is refused with a reason, and nothing is kept of it', async () => {
    await using stage = await openStage([]);
    const { me } = stage;
    const png = await drawQuadrants(drawPalette(33));
    const cut = await me.upload(png.subarray(0, png.length / 2), 'cut.png', 'image/png');
    expect(cut.at(-1)).toMatchObject({ type: 'refused', refusal: { refused: 'corrupt' } });
    const empty = await me.upload(new Uint8Array(), 'empty.png', 'image/png');
    expect(empty.at(-1)).toMatchObject({ type: 'refused', refusal: { refused: 'empty' } });
    const unknown = await me.upload(Buffer.from([0, 1, 2, 3, 255, 254, 0, 7]), 'thing.bin');
    expect(unknown.at(-1)).toMatchObject({ type: 'refused' });
    const uploads = await stage.memory.sessions.list({ kind: 'upload' });
    expect(uploads.ok && uploads.value).toEqual([]);
  });
});

describe('a turn', slow, () => {
  test('goes on when the page goes away, and tells the rest to whoever comes back', async () => {
    const gate = Promise.withResolvers<void>();
    await using stage = await openStage(async () => {
      await gate.promise;
      return text('The answer that nobody waited for.');
    });
    const { me } = stage;
    const session = await me.create();
    const leave = new AbortController();
    const started = await me.turn(session.id, 'Are you there?');
    expect(started.status).toBe(202);
    const seen: string[] = [];
    for await (const { event } of me.events(session.id, session.cursor, leave.signal)) {
      seen.push(event.type);
      if (event.type === 'turn-started') break;
    }
    leave.abort();
    // A reload in the middle: the running turn is there, and its cursor leads on.
    const back = await me.session(session.id);
    expect(back).toMatchObject({ running: true, turns: [{ turn: 1 }] });
    expect(back.turns[0]?.end).toBeUndefined();
    gate.resolve();
    const rest: string[] = [];
    let said = '';
    for await (const { event } of me.events(session.id, back.cursor)) {
      rest.push(event.type);
      if (event.type === 'text-appended') said += event.text;
      if (event.type === 'turn-ended') break;
    }
    expect(rest).not.toContain('turn-started');
    expect(said).toBe('The answer that nobody waited for.');
  });

  test('resumes from the id of the last event that was read, without a gap and without a repetition', async () => {
    await using stage = await openStage([text('One two three.')]);
    const { me } = stage;
    const session = await me.create();
    await me.say(session.id, 'Count.');
    const all: { cursor: string; type: string }[] = [];
    for await (const { cursor, event } of me.events(session.id, session.cursor)) {
      all.push({ cursor, type: event.type });
      if (event.type === 'turn-ended') break;
    }
    expect(all.length).toBeGreaterThan(2);
    for (const [at, { cursor }] of all.slice(0, -1).entries()) {
      const rest: string[] = [];
      for await (const one of me.events(session.id, cursor)) {
        rest.push(one.cursor);
        if (one.event.type === 'turn-ended') break;
      }
      expect(rest).toEqual(all.slice(at + 1).map((one) => one.cursor));
    }
    for await (const { event } of me.events(session.id, 'of-another-time')) {
      expect(event.type).toBe('reset');
      break;
    }
  });

  test('is cancelled, and the next one works', async () => {
    const cancelled = Promise.withResolvers<void>();
    await using stage = await openStage(async (request) => {
      if (lastUserText(request).includes('again')) return text('Here I am.');
      await cancelled.promise;
      return text('Too late.');
    });
    const { me } = stage;
    const session = await me.create();
    await me.turn(session.id, 'Think for ever.');
    expect((await me.turn(session.id, 'And this?')).status).toBe(409);
    expect((await me.ask('POST', `/api/sessions/${session.id}/cancel`)).status).toBe(204);
    let end = '';
    for await (const { event } of me.events(session.id, session.cursor))
      if (event.type === 'turn-ended') {
        ({ end } = event);
        break;
      }
    expect(end).toBe('cancelled');
    cancelled.resolve();
    const view = await me.say(session.id, 'again');
    expect(view.turns.at(-1)).toMatchObject({ turn: 2, end: 'answered' });
  });

  test('asks before it writes a file, and a no is a no', async () => {
    await using stage = await openStage((request, index) => {
      if (index % 3 === 0) return toolCall('read', { ref: 'note.txt' });
      const token = /token (r1\.[\w-]+)/.exec(JSON.stringify(request.body))?.[1] ?? '';
      const change = { path: 'note.txt', token, old: 'old', new: 'new' };
      return index % 3 === 1 ? toolCall('edit', change) : text('Done.');
    });
    await writeFile(`${stage.folder}/note.txt`, 'old');
    const { me } = stage;
    const answered: boolean[] = [];
    for (const allowed of [false, true]) {
      const session = await me.create();
      await me.turn(session.id, 'Write it.');
      for await (const { event } of me.events(session.id, session.cursor)) {
        if (event.type === 'permission-asked') {
          expect(event.permission.title).toContain('note.txt');
          const { digest } = event.permission;
          const answer = allowed ? 'once' : 'denied';
          const path = `/api/sessions/${session.id}/permissions/${event.permission.id}`;
          expect((await me.session(session.id)).turns[0]?.permissions).toHaveLength(1);
          expect((await stage.acme.ask('POST', path, { answer: 'once', digest })).status).toBe(404);
          expect((await me.ask('POST', path, { answer, digest: 'x' })).status).toBe(404);
          expect((await me.ask('POST', path, { answer, digest })).status).toBe(204);
          expect((await me.ask('POST', path, { answer: 'session', digest })).status).toBe(404);
          answered.push(allowed);
        }
        if (event.type === 'turn-ended') break;
      }
      const written = await readFile(`${stage.folder}/note.txt`, 'utf8').catch(() => '');
      expect(written).toBe(allowed ? 'new' : 'old');
    }
    expect(answered).toEqual([false, true]);
  });

  test('over a limit is refused before anything is recorded', async () => {
    await using stage = await openStage([]);
    const { me } = stage;
    const session = await me.create();
    expect((await me.turn(session.id, '  ')).status).toBe(400);
    expect((await me.turn(session.id, 'x'.repeat(200_001))).status).toBe(413);
    const png = await drawQuadrants(drawPalette(7));
    const pictures: string[] = [];
    for (let at = 0; at < 21; at++) pictures.push((await me.uploaded(png, `${at}.png`)).upload);
    expect((await me.turn(session.id, 'hi', pictures)).status).toBe(413);
    expect((await me.turn(session.id, 'hi', ['u-none'])).status).toBe(404);
    expect((await me.session(session.id)).turns).toEqual([]);
  });
});

describe('models', slow, () => {
  test(
    'say before sending what becomes of media, computed from the configuration',
    { tags: [] },
    async () => {
      await using seeing = await openStage([]);
      const [sees, blind] = (await seeing.me.status()).models;
      expect(sees).toMatchObject({
        name: 'seeing',
        capabilities: ['vision-input', 'audio-input'],
        knownFrom: 'configuration',
        file: { route: 'pages' },
        image: { route: 'native' },
        audio: { route: 'native' },
        price: { usdPerMillionInput: 1 },
      });
      // The one that sees is on this machine too, and looks for it.
      expect(blind).toMatchObject({
        name: 'blind',
        capabilities: [],
        image: { route: 'described' },
        file: { route: 'text' },
      });
      await using none = await openStage([], 'none');
      const status = await none.me.status();
      expect(status).toMatchObject({ active: 'local eyes', models: [{ kind: 'local' }] });
    },
  );

  test('a picture without a route is refused before it is recorded, as the forecast said', async () => {
    await using stage = await openStage([], 'blind-strict');
    const { me } = stage;
    const uploaded = await me.uploaded(await drawQuadrants(drawPalette(34)), 'a.png');
    const uploads = [uploaded.upload];
    const forecast = await me.forecast({ text: 'See?', uploads, model: 'blind' });
    expect(forecast).toMatchObject({ model: 'blind', refusal: { refused: 'unavailable' } });
    const session = await me.create('blind');
    const refused = await me.turn(session.id, 'See?', uploads);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(refused.body)).toContain(forecast.refusal?.message);
    expect((await me.session(session.id)).turns).toEqual([]);
    expect(stage.server.requests).toHaveLength(0);
    // It is still there, for another model.
    expect((await me.ask('GET', `/api/uploads/${uploaded.upload}`)).status).toBe(200);
  });

  test('a message is sent once more with its picture, in the place of the turn that failed', async () => {
    await using stage = await openStage((request, index) =>
      index === 0 ? failure(401, 'no key') : look(request),
    );
    const { me } = stage;
    const colours = drawPalette(35);
    const uploaded = await me.uploaded(await drawQuadrants(colours), 'a.png');
    const session = await me.create();
    const failed = await me.say(session.id, 'What colours?', [uploaded.upload]);
    const before = failed.turns.length;
    const path = `/api/sessions/${session.id}/turns`;
    expect((await me.ask('POST', path, { again: 9 })).status).toBe(404);
    expect((await me.ask('POST', path, { again: 'one' })).status).toBe(400);
    const started = await me.ask('POST', path, { again: 1 });
    expect(started.status).toBe(202);
    await expect
      .poll(async () => wordsIn(await me.session(session.id), 'assistant'))
      .toContain(colours.join(' '));
    expect((await me.session(session.id)).turns).toHaveLength(before);
  });

  test('are switched, and one that does not exist is refused', async () => {
    await using stage = await openStage([text('Hello.')]);
    const { me } = stage;
    const session = await me.create();
    const path = `/api/sessions/${session.id}/model`;
    expect((await me.ask('POST', path, { model: 'nobody' })).status).toBeGreaterThanOrEqual(400);
    expect((await me.ask('POST', path, { model: 'blind' })).body).toMatchObject({ model: 'blind' });
    const view = await me.say(session.id, 'Hi.');
    expect(view).toMatchObject({ model: 'blind', turns: [{ model: 'blind' }] });
  });
});

describe('the inspector', slow, () => {
  test('shows every entry with its envelopes, hints and validation, and no secret', async () => {
    await using stage = await openStage(look);
    const { me } = stage;
    const uploaded = await me.uploaded(await drawQuadrants(drawPalette(35)), 'a.png');
    const session = await me.create();
    await me.say(
      session.id,
      'My key is sk-abcdefghijklmnop1234 and sk-secret-of-seeing-0123456789',
      [uploaded.upload],
    );
    interface Entry {
      type: string;
      envelopes: {
        envelope: { type: string };
        hint?: { display: string; alt?: string };
        validation: { valid: boolean };
      }[];
    }
    const { body } = await me.ask<{ entries: Entry[] }>(
      'GET',
      `/api/sessions/${session.id}/timeline`,
    );
    const inspected = body.entries.flatMap(({ envelopes }) => envelopes);
    expect(inspected.every(({ validation }) => validation.valid)).toBe(true);
    const picture = inspected.find(({ envelope }) => envelope.type === 'media.image');
    expect(picture?.hint).toMatchObject({
      display: 'image',
      alt: expect.stringContaining('a.png'),
    });
    expect(body.entries.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['session-opened', 'message', 'agent.request', 'agent.turn-ended']),
    );
    const bundle = await fetch(`${me.origin}/api/sessions/${session.id}/debug-bundle`, {
      headers: me.headers,
    });
    expect(bundle.headers.get('content-disposition')).toContain('attachment');
    const text = await bundle.text();
    for (const told of [JSON.stringify(body), text]) {
      expect(told).not.toContain('abcdefghijklmnop1234');
      expect(told).not.toContain('sk-secret-of-seeing');
    }
    expect(text).not.toMatch(/v1\/assets\/|base64,/);
    expect(JSON.parse(text)).toMatchObject({
      bundleVersion: '1.0',
      redactionApplied: true,
      media: expect.arrayContaining([
        expect.objectContaining({ reference: expect.stringMatching(/^sha256:/) }),
      ]),
    });
  });
});
