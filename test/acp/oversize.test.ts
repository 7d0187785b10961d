// A message that is longer than the transport takes, over the pipes of a real process: an answer, and the connection lives.
import { acpLimits } from '../../packages/agent/src/acp/limits.ts';
import { expect, test } from 'vitest';
import { openStage } from './agent-process.ts';
import { look } from './seeing-server.ts';
import { connectV1, newSession, words } from './v1-client.ts';

test(
  'a prompt over the length of a message is answered with the limit, and the session goes on',
  { tags: ['f-acp-transport-cap'], timeout: 240_000 },
  async () => {
    await using stage = await openStage(look);
    const client = await connectV1(stage.start());
    const sessionId = await newSession(client, stage.root);
    const { maxMessageBytes: max } = acpLimits;
    await expect(
      client.agent.request('session/prompt', { sessionId, prompt: [words('x'.repeat(max))] }),
    ).rejects.toMatchObject({
      code: -32602,
      data: { refused: 'too-large', limit: { name: 'maxMessageBytes', max } },
    });
    await client.agent.request('session/prompt', { sessionId, prompt: [words('hello')] });
    expect(client.say()).toBe('I see no picture.');
    expect(stage.server.requests).toHaveLength(1);
  },
);
