// The draft of version 2 with the SDK's own client, on the same endpoint as version 1.
import type * as acp from '@agentclientprotocol/sdk/experimental/v2';
import { readImageCapability } from '@percept/agent/acp';
import { text, toolCall } from 'percept/conformance';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { showroom } from '../client-servers/support/servers.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage } from './agent-process.ts';
import { look } from './seeing-server.ts';
import { connectV2 as connect } from './v2-client.ts';

function picture(bytes: Uint8Array): acp.ContentBlock {
  return { type: 'image', mimeType: 'image/png', data: Buffer.from(bytes).toString('base64') };
}

describe('version 2', () => {
  test(
    'the capability stands in the prompt’s image capability, and the reader finds it',
    { tags: ['f-acp-v2-place', 'f-acp-v1-and-v2'] },
    async () => {
      await using stage = await openStage([]);
      const { initialized } = await connect(stage.start());
      expect(initialized.protocolVersion).toBe(2);
      const meta = initialized.capabilities?.session?.prompt?.image?._meta;
      expect(meta?.['imageCapability']).toMatchObject({
        maxBytesUnit: 'raw',
        maxImagesPerTurn: 20,
      });
      expect(readImageCapability(initialized)?.maxDimension).toBe(30_000);
    },
  );

  test('a prompt is acknowledged, seen, and ends idle; resume replays it from the store', async () => {
    await using stage = await openStage(look);
    const colours = drawPalette(41);
    const client = await connect(stage.start());
    const { sessionId } = await client.agent.request('session/new', { cwd: stage.root });
    const asked = await client.ask(sessionId, [
      { type: 'text', text: 'What colours?' },
      picture(await drawQuadrants(colours)),
    ]);
    expect(asked).toMatchObject({ stopReason: 'end_turn', said: colours.join(' ') });
    expect(
      client.updates.find(({ sessionUpdate }) => sessionUpdate === 'user_message'),
    ).toMatchObject({ messageId: asked.messageId });
    client.close();
    const again = await connect(stage.start());
    const place = { sessionId, cwd: stage.root };
    await again.agent.request('session/resume', { ...place, replayFrom: { type: 'start' } });
    // The client hands out updates after the answer that they came before.
    await expect.poll(() => JSON.stringify(again.updates)).toContain('"agent_message_chunk"');
    expect(JSON.stringify(again.updates)).toContain('"type":"image"');
    const { said } = await again.ask(sessionId, [{ type: 'text', text: 'Still?' }]);
    expect(said.endsWith(colours.join(' '))).toBe(true);
  });

  test('the tools of an MCP server are asked for once, and their pictures are seen', async () => {
    await using stage = await openStage(async (request, index) => {
      if (index < 2) return toolCall('showroom__picture', { seed: 42 });
      return look(request);
    });
    const client = await connect(stage.here());
    expect(client.initialized.capabilities?.session?.mcp).toEqual({ stdio: {}, http: {} });
    const request = { cwd: stage.root, mcpServers: [{ ...showroom(), type: 'stdio' as const }] };
    const { sessionId } = await client.agent.request('session/new', request);
    const { said } = await client.ask(sessionId, [{ type: 'text', text: 'go' }]);
    expect(said).toBe(drawPalette(42).join(' '));
    expect(client.asked).toMatchObject([
      {
        title: 'Call showroom__picture of the MCP server showroom',
        subject: { toolCall: { rawInput: { seed: 42 } } },
      },
    ]);
    const unknown: acp.McpServer = { type: '_carrier-pigeon', name: 'pigeon' };
    await expect(
      client.agent.request('session/new', { cwd: stage.root, mcpServers: [unknown] }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  test('a viewed file is shown as tool content, and the model is switched by option', async () => {
    await using stage = await openStage((_, index) =>
      index === 0 ? toolCall('view', { ref: 'a.png' }) : text('seen'),
    );
    await writeFile(join(stage.root, 'a.png'), await drawQuadrants(drawPalette(3)));
    const client = await connect(stage.here());
    const made = await client.agent.request('session/new', { cwd: stage.root });
    expect((await client.ask(made.sessionId, [{ type: 'text', text: 'go' }])).said).toBe('seen');
    const calls = client.updates.filter(
      ({ sessionUpdate }) => sessionUpdate === 'tool_call_update',
    );
    expect(calls).toMatchObject([
      { name: 'view', status: 'in_progress' },
      { status: 'completed', content: [{ type: 'content' }, { content: { type: 'image' } }] },
    ]);
    await client.agent.request('session/set_config_option', {
      sessionId: made.sessionId,
      configId: 'model',
      type: 'id',
      value: 'other',
    });
    await client.ask(made.sessionId, [{ type: 'text', text: 'again' }]);
    expect(stage.server.requests.at(-1)?.model).toBe('other');
  });

  test('a cancel ends idle as cancelled, and a failure ends as an error with its words', async () => {
    const over = Promise.withResolvers<void>();
    await using stage = await openStage(async (_, index) => {
      if (index > 0) return { kind: 'failure', status: 404, message: 'no such model' };
      await over.promise;
      return text('late');
    });
    const client = await connect(stage.here());
    const { sessionId } = await client.agent.request('session/new', { cwd: stage.root });
    const slow = client.ask(sessionId, [{ type: 'text', text: 'slow' }]);
    await expect.poll(() => stage.server.requests.length).toBe(1);
    void client.agent.notify('session/cancel', { sessionId });
    expect((await slow).stopReason).toBe('cancelled');
    over.resolve();
    expect((await client.ask(sessionId, [{ type: 'text', text: 'x' }])).stopReason).toBe('error');
    expect(JSON.stringify(client.updates.at(-1))).toContain('status 404');
  });
});
