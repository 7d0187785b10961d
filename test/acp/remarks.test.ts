// What a person should know about a set-up is said once in a session, and is not lost with a message that is refused.
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownHome } from '../home.ts';
import { openAgentHere } from './agent-here.ts';
import { connectV1, newSession, words } from './v1-client.ts';

test('what a project asks for that nobody trusted is said once in a session, with the first message that is taken', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'percept-remarks-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, 'percept.config.json'),
    JSON.stringify({ discovery: false, consent: ['vision.example'] }),
  );
  await using agent = openAgentHere(folder, join(folder, 'data'), {
    ...ownHome(folder),
    PERCEPT_DATA: join(folder, 'data'),
  });
  const client = await connectV1(agent);
  const sessionId = await newSession(client, folder);
  const ask = async (...prompt: ReturnType<typeof words>[]): Promise<string> => {
    client.clear();
    await client.agent.request('session/prompt', { sessionId, prompt });
    return client.say();
  };
  const remark = 'let these hosts see media: "vision.example"';
  await expect(ask()).rejects.toThrow();
  expect(await ask(words('Hello.'))).toContain(remark);
  expect(await ask(words('And now?'))).not.toContain(remark);
  const other = await newSession(client, folder);
  client.clear();
  await client.agent.request('session/prompt', { sessionId: other, prompt: [words('Hello.')] });
  expect(client.say()).toContain(remark);
});

test('a setting that cannot be used is told to the client in words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'percept-remarks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await using agent = openAgentHere(folder, join(folder, 'data'), {
    ...ownHome(folder),
    PERCEPT_ACCEPT: 'nonne',
  });
  await expect(connectV1(agent)).rejects.toThrow('PERCEPT_ACCEPT names a type of picture');
});
