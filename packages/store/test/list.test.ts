// The list never hides a session and never passes off a damaged head as sound.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { databaseName } from '../src/sqlite/connection.ts';
import { accepted, freshMemory, message } from './scene.ts';

test.each([
  ['a wrong count', 'UPDATE sessions SET head_seq = head_seq + 1 WHERE key = 1'],
  ['a wrong hash', 'UPDATE sessions SET head_hash = zeroblob(32) WHERE key = 1'],
  ['a lost first entry', 'DELETE FROM entries WHERE session = 1 AND seq = 1'],
])('a session with %s is listed as damaged, and its neighbour as sound', async (_, sql) => {
  const memory = await freshMemory({ clock: () => 1 });
  const hurt = accepted(await memory.sessions.open({ title: 'hurt' }));
  accepted(await memory.sessions.append(hurt.id, message('words')));
  const whole = accepted(await memory.sessions.open({ title: 'whole' }));
  expect(whole.condition).toBe('sound');
  const database = new DatabaseSync(join(memory.directory, databaseName));
  database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  database.close();
  const sessions = accepted(await memory.sessions.list());
  expect(new Map(sessions.map(({ id, condition }) => [id, condition]))).toEqual(
    new Map([
      [hurt.id, 'damaged'],
      [whole.id, 'sound'],
    ]),
  );
});
