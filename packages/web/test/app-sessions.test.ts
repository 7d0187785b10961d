// What the page knows of sessions, with a server that answers when it likes.
import { afterEach, expect, test, vi } from 'vitest';
import { createApi } from '../src/app/api/client.ts';
import { Address } from '../src/app/state/address.ts';
import { Chat } from '../src/app/state/chat.ts';

afterEach(() => vi.unstubAllGlobals());

function page(...ids: readonly string[]) {
  const about = { title: '', updatedAt: '2026-01-01T00:00:00Z', model: 'm', running: false };
  return { sessions: ids.map((id) => ({ id, ...about })), next: 'b' };
}

test('sessions that were asked for twice are listed once', async () => {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('?after=b') ? page('c', 'd') : page('a', 'b')),
  );
  const chat = new Chat(createApi(), new Address());
  await chat.refresh();
  await Promise.all([chat.moreSessions(), chat.moreSessions()]);
  expect(chat.store.get().sessions.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});
