// Editing and forking a conversation of the page are operations on its record: what counts no more is neither shown nor sent
// and still stands there, and nothing is sent twice or lost.
import { isRecord } from '@percept/core/internal';
import type { SessionView, Timeline } from '@percept/contract';
import { failure, text, type Script } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage, type Stage } from './serve-stage.ts';
import { wordsIn, type Visitor } from './serve-visitor.ts';

const slow = { timeout: 240_000 };
const counting: Script = (_request, index) => text(`Answer ${index + 1}.`);

/** What the model got last: the words of people, in order, and how many pictures. */
function sent(stage: Stage): { readonly said: readonly string[]; readonly pictures: number } {
  const body = stage.server.requests.at(-1)?.body;
  const messages: readonly unknown[] =
    isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  const parts = messages.flatMap((message): readonly unknown[] => {
    if (!isRecord(message) || message['role'] !== 'user') return [];
    const { content } = message;
    return Array.isArray(content) ? content : [{ type: 'text', text: content }];
  });
  return {
    said: parts.flatMap((part) =>
      isRecord(part) && part['type'] === 'text' ? [String(part['text'])] : [],
    ),
    pictures: parts.filter((part) => isRecord(part) && part['type'] === 'image_url').length,
  };
}

async function edit(
  me: Visitor,
  id: string,
  turn: number,
  words: string,
  keeps: readonly number[] = [],
): Promise<SessionView> {
  const { cursor } = await me.session(id);
  const body = { text: words, uploads: [], edits: { turn, keeps } };
  const started = await me.ask('POST', `/api/sessions/${id}/turns`, body);
  expect(started).toMatchObject({ status: 202, body: { turn } });
  for await (const { event } of me.events(id, cursor)) if (event.type === 'turn-ended') break;
  return me.session(id);
}

const asked = (view: SessionView): readonly string[] =>
  view.turns.map(({ messages }) => JSON.stringify(messages[0]?.envelopes.at(-1)?.payload));

describe('an earlier message', slow, () => {
  test(
    'is edited with its picture: both are sent once, what came after is gone from view and wire, and the record has all of it',
    { tags: ['d-edit-fork'] },
    async () => {
      await using stage = await openStage(counting);
      const { me } = stage;
      const picture = await me.uploaded(await drawQuadrants(drawPalette(41)), 'four.png');
      const { id } = await me.create();
      await me.say(id, 'First words', [picture.upload]);
      await me.say(id, 'Second words');
      await me.say(id, 'Third words');
      const before = (await me.ask<Timeline>('GET', `/api/sessions/${id}/timeline`)).body.entries;

      const view = await edit(me, id, 1, 'Better words', [0]);
      expect(asked(view)).toEqual(['{"text":"Better words"}']);
      expect(view.turns[0]?.messages[0]?.envelopes.map(({ type }) => type)).toEqual([
        'media.image',
        'vendor.percept.text',
      ]);
      expect(sent(stage).pictures).toBe(1);
      const words = sent(stage).said.join('\n');
      expect(words).toContain('Better words');
      expect(words).toContain('[attachment:four.png]');
      expect(words).not.toMatch(/First|Second|Third/);

      const after = (await me.ask<Timeline>('GET', `/api/sessions/${id}/timeline`)).body.entries;
      expect(after.slice(0, before.length).map(({ hash }) => hash)).toEqual(
        before.map(({ hash }) => hash),
      );
      await me.say(id, 'And now?');
      expect(sent(stage).said.join('\n')).not.toMatch(/First|Second|Third/);
      expect(sent(stage).pictures).toBe(1);
    },
  );

  test('loses the picture that is taken out', { tags: ['d-edit-fork'] }, async () => {
    await using stage = await openStage(counting);
    const { me } = stage;
    const one = await me.uploaded(await drawQuadrants(drawPalette(42)), 'one.png');
    const two = await me.uploaded(await drawQuadrants(drawPalette(43)), 'two.png');
    const { id } = await me.create();
    await me.say(id, 'Both', [one.upload, two.upload]);
    expect(sent(stage).pictures).toBe(2);
    await edit(me, id, 1, 'Only the second', [1]);
    expect(sent(stage).pictures).toBe(1);
    expect(sent(stage).said.join('\n')).toContain('two.png');
    expect(sent(stage).said.join('\n')).not.toContain('one.png');
  });

  test(
    'stays as it is when the edit is empty, names no turn, or is somebody else’s',
    { tags: ['d-edit-fork'] },
    async () => {
      await using stage = await openStage(counting);
      const { me } = stage;
      const { id } = await me.create();
      await me.say(id, 'Words');
      const before = await me.session(id);
      const path = `/api/sessions/${id}/turns`;
      const tries: readonly (readonly [object, number])[] = [
        [{ text: ' ', edits: { turn: 1, keeps: [0] } }, 400],
        [{ text: 'x', edits: { turn: 2, keeps: [] } }, 404],
        [{ text: 'x', edits: { turn: 0, keeps: [] } }, 404],
        [{ text: 'x', edits: { turn: 1 } }, 400],
        [{ text: 'x', edits: { turn: 1, keeps: ['0'] } }, 400],
      ];
      for (const [body, status] of tries)
        expect([body, (await me.ask('POST', path, body)).status]).toEqual([body, status]);
      const body = { text: 'mine now', edits: { turn: 1, keeps: [] } };
      expect((await stage.acme.ask('POST', path, body)).status).toBe(404);
      expect((await me.session(id)).turns).toEqual(before.turns);
      expect(stage.server.requests).toHaveLength(1);
    },
  );

  test(
    'whose edited answer fails is tried again as edited, once, and never as it was',
    { tags: ['d-edit-fork'] },
    async () => {
      await using stage = await openStage((_request, index) =>
        index === 1 ? failure(401, 'no key') : text(`Answer ${index + 1}.`),
      );
      const { me } = stage;
      const { id } = await me.create();
      await me.say(id, 'Old words');
      const failed = await edit(me, id, 1, 'New words');
      expect(failed.turns).toMatchObject([{ turn: 1, end: 'failed' }]);
      const again = await me.again(id, 1);
      expect(again.turns).toMatchObject([{ turn: 1, end: 'answered' }]);
      expect(
        sent(stage)
          .said.join('\n')
          .match(/New words/g),
      ).toHaveLength(1);
      expect(sent(stage).said.join('\n')).not.toContain('Old words');
    },
  );
});

describe('a conversation', slow, () => {
  test(
    'is forked after a turn: both go on by themselves, each with its pictures and what was seen, also when the other is deleted',
    { tags: ['d-edit-fork'] },
    async () => {
      await using stage = await openStage(counting);
      const { me } = stage;
      const picture = await me.uploaded(await drawQuadrants(drawPalette(44)), 'four.png');
      const { id } = await me.create();
      await me.say(id, 'First words', [picture.upload]);
      await me.say(id, 'Second words');
      const source = await me.session(id);
      const forked = await me.ask<SessionView>('POST', `/api/sessions/${id}/fork`, { turn: 1 });
      expect(forked.status).toBe(201);
      const fork = forked.body.id;
      expect(fork).not.toBe(id);
      expect(asked(forked.body)).toEqual(['{"text":"First words"}']);
      expect(forked.body.turns[0]?.sightings[0]?.slots).toHaveLength(1);

      await me.say(fork, 'Another way');
      expect(sent(stage).said.join('\n')).toMatch(/First words[\s\S]*Another way/);
      expect(sent(stage).said.join('\n')).not.toContain('Second');
      expect(sent(stage).pictures).toBe(1);
      expect((await me.session(id)).turns.map(({ turn }) => turn)).toEqual(
        source.turns.map(({ turn }) => turn),
      );

      expect((await me.ask('DELETE', `/api/sessions/${id}`)).status).toBe(204);
      const [slot] = (await me.session(fork)).turns[0]?.sightings[0]?.slots ?? [];
      expect((await fetch(slot?.sent?.url ?? '')).status).toBe(200);
      expect(wordsIn(await me.session(fork), 'assistant')).toContain('Answer 3.');
      expect((await me.ask('DELETE', `/api/sessions/${fork}`)).status).toBe(204);
      const left = await stage.memory.sessions.list({ kind: 'journal', limit: 10 });
      expect(left).toMatchObject({ ok: true, value: [] });
    },
  );

  test(
    'that was edited is forked without what the edit took out, and not at a turn that is not there or for somebody else',
    { tags: ['d-edit-fork'] },
    async () => {
      await using stage = await openStage(counting);
      const { me } = stage;
      const { id } = await me.create();
      await me.say(id, 'Alpha');
      await me.say(id, 'Beta');
      await me.say(id, 'Gamma');
      await edit(me, id, 2, 'Delta');
      const path = `/api/sessions/${id}/fork`;
      const at = async (turn: number): Promise<readonly string[]> =>
        asked((await me.ask<SessionView>('POST', path, { turn })).body);
      expect(await at(1)).toEqual(['{"text":"Alpha"}']);
      expect(await at(2)).toEqual(['{"text":"Alpha"}', '{"text":"Delta"}']);
      expect((await me.ask('POST', path, { turn: 3 })).status).toBe(404);
      expect((await me.ask('POST', path, {})).status).toBe(400);
      expect((await stage.acme.ask('POST', path, { turn: 1 })).status).toBe(404);
    },
  );
});
