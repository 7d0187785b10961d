// An editor starts us in a cloned folder and nobody can be asked: the person reads in the session what was left alone, once,
// in both versions of the protocol, and nothing of it is used.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as acp2 from '@agentclientprotocol/sdk/experimental/v2';
import { text } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { openStage, type Stage } from '../acp/agent-process.ts';
import { connectV1, newSession, words } from '../acp/v1-client.ts';
import { attacksFrom } from './tries.ts';

/** The stage's configuration, as something that came with the folder. */
async function openClonedFolder(): Promise<Stage> {
  const stage = await openStage(() => text('hi'));
  const home = join(stage.root, 'home');
  await mkdir(home);
  stage.env['HOME'] = home;
  delete stage.env['PERCEPT_CONFIG'];
  return stage;
}

const note = /percept\.config\.json is not trusted, so nothing of this is done: answer with/g;
const notes = (updates: readonly unknown[]): number =>
  JSON.stringify(updates).match(note)?.length ?? 0;

describe('an editor in a cloned folder', { timeout: 240_000 }, () => {
  test('of version 1 gets a clear note, once', { tags: ['d-trust-asked'] }, async (context) => {
    const attempt = attacksFrom(context, 'own');
    await using stage = await openClonedFolder();
    const client = await connectV1(stage.start());
    const sessionId = await newSession(client, stage.root);
    for (const prompt of ['one', 'two'])
      await client.agent.request('session/prompt', { sessionId, prompt: [words(prompt)] });
    attempt();
    expect(notes(client.updates)).toBe(1);
    expect(stage.server.requests).toEqual([]);
    client.close();
  });

  test('of version 2 gets a clear note, once', { tags: ['d-trust-asked'] }, async (context) => {
    const attempt = attacksFrom(context, 'own');
    await using stage = await openClonedFolder();
    const agent = stage.start();
    const updates: unknown[] = [];
    let idle: (() => void) | undefined;
    const connection = acp2
      .client({ name: 'test' })
      .onNotification('session/update', ({ params: { update } }) => {
        updates.push(update);
        if (JSON.stringify(update).includes('"state":"idle"')) idle?.();
      })
      .connect(acp2.ndJsonStream(agent.output, agent.input));
    await connection.agent.request('initialize', {
      protocolVersion: 2,
      info: { name: 'test', version: '1' },
    });
    const { sessionId } = await connection.agent.request('session/new', {
      cwd: stage.root,
      mcpServers: [],
    });
    for (const prompt of ['one', 'two']) {
      const ended = new Promise<void>((resolve) => (idle = resolve));
      await connection.agent.request('session/prompt', {
        sessionId,
        prompt: [{ type: 'text', text: prompt }],
      });
      await ended;
    }
    attempt();
    expect(notes(updates)).toBe(1);
    expect(stage.server.requests).toEqual([]);
    connection.close();
  });
});
