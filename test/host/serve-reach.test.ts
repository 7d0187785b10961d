// What one tenant of the server can reach or use up: bytes of others by their hash, and places that others need.
import { createHash } from 'node:crypto';
import { text, toolCall } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { look } from '../acp/seeing-server.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage } from './serve-stage.ts';
import { wordsIn } from './serve-visitor.ts';

const slow = { timeout: 240_000 };

describe('the hash of a picture of somebody else', slow, () => {
  test('shows nothing, in words and as the reference of a tool', async () => {
    const named = { hash: '' };
    await using stage = await openStage((request, index) =>
      index === 0 ? toolCall('view', { ref: `media:sha256-${named.hash}` }) : look(request),
    );
    const { acme, zenith } = stage;
    const { thumbnail } = await acme.uploaded(await drawQuadrants(drawPalette(43)), 'mine.png');
    const bytes = Buffer.from(await (await fetch(thumbnail?.url ?? '')).arrayBuffer());
    named.hash = createHash('sha256').update(bytes).digest('hex');
    const session = await zenith.create();
    const view = await zenith.say(session.id, `Look at media:sha256-${named.hash} for me.`);
    const [turn] = view.turns;
    expect(turn?.messages.find(({ role }) => role === 'tool')?.tool?.state).toBe('failed');
    // A name in a text is a text: there is nothing in either request that could be seen.
    expect(turn?.sightings.map(({ images }) => images)).toEqual([]);
    expect(JSON.stringify(stage.server.requests.map(({ body }) => body))).not.toContain(
      bytes.toString('base64'),
    );
    for (const page of ['', '/timeline', '/debug-bundle']) {
      const told = await zenith.ask('GET', `/api/sessions/${session.id}${page}`);
      expect(JSON.stringify(told.body)).not.toContain('/v1/assets/');
    }
  });

  test('of one’s own picture, in its own conversation, still works', async () => {
    const colours = drawPalette(44);
    const named = { hash: '' };
    await using stage = await openStage((request, index) =>
      index === 1 ? toolCall('view', { ref: `media:sha256-${named.hash}` }) : look(request),
    );
    const { acme } = stage;
    const { thumbnail, upload } = await acme.uploaded(await drawQuadrants(colours), 'mine.png');
    const bytes = Buffer.from(await (await fetch(thumbnail?.url ?? '')).arrayBuffer());
    named.hash = createHash('sha256').update(bytes).digest('hex');
    const session = await acme.create();
    await acme.say(session.id, 'Here it is.', [upload]);
    const view = await acme.say(session.id, 'Look again.');
    expect(view.turns[1]?.messages.find(({ role }) => role === 'tool')?.tool?.state).toBe(
      'succeeded',
    );
    expect(wordsIn(view, 'assistant')).toContain(colours.join(' '));
  });
});

describe('places for readers of events', slow, () => {
  test('are not taken by requests for the headers alone', async () => {
    await using stage = await openStage([]);
    const { acme, zenith } = stage;
    const mine = await acme.create();
    const path = `${acme.origin}/api/sessions/${mine.id}/events`;
    for (let asked = 0; asked < 300; asked++) {
      const { status } = await fetch(path, { method: 'HEAD', headers: acme.headers });
      expect(status).toBe(200);
    }
    const other = await zenith.create();
    const leaving = new AbortController();
    const answer = await fetch(`${zenith.origin}/api/sessions/${other.id}/events`, {
      headers: zenith.headers,
      signal: leaving.signal,
    });
    expect(answer.status).toBe(200);
    leaving.abort();
  });

  test('are free again when what was held for a reader is too much for it', async () => {
    await using stage = await openStage(() => text('Done.'), 'seeing', {
      limits: { maxUnreadEventBytes: 256 },
    });
    const { me } = stage;
    const session = await me.create();
    const { cursor } = await me.session(session.id);
    expect((await me.turn(session.id, 'x'.repeat(5000))).status).toBe(202);
    const path = `${me.origin}/api/sessions/${session.id}/events?after=${cursor}`;
    for (let asked = 0; asked < 300; asked++) {
      const answer = await fetch(path, { headers: me.headers });
      expect(answer.status).toBe(200);
      // Cut off after the first event, which is too long, and not refused for want of a place.
      await answer.text();
    }
  });
});

test('two hundred watched conversations of others leave room for one’s own', slow, async () => {
  await using stage = await openStage([]);
  const { me, acme, zenith } = stage;
  const leaving = new AbortController();
  for (let opened = 0; opened < 205; opened++) {
    const other = opened % 2 === 0 ? acme : zenith;
    const { id } = await other.create();
    const { status } = await fetch(`${other.origin}/api/sessions/${id}/events`, {
      headers: other.headers,
      signal: leaving.signal,
    });
    expect(status).toBe(200);
  }
  expect((await me.ask('POST', '/api/sessions', {})).status).toBe(201);
  leaving.abort();
});

test('a look at the link that signs in does not use it up', slow, async () => {
  await using stage = await openStage([]);
  const link = stage.host.signInLink();
  const ask = (init: RequestInit) => fetch(link, { redirect: 'manual', ...init });
  for (const glance of [{ method: 'HEAD' }, { headers: { 'sec-purpose': 'prefetch' } }])
    expect((await ask(glance)).headers.get('set-cookie')).toBeNull();
  expect((await ask({})).headers.get('set-cookie')).toContain('HttpOnly');
  expect((await ask({})).status).toBe(401);
});
