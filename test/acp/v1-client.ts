// The official SDK's version 1 client, and everything that it was told.
import * as acp from '@agentclientprotocol/sdk';
import type { AgentPipes } from './agent-here.ts';

export interface V1Client {
  readonly agent: acp.ClientContext;
  readonly initialized: acp.InitializeResponse;
  readonly updates: acp.SessionNotification['update'][];
  readonly asked: acp.RequestPermissionRequest[];
  say(): string;
  clear(): void;
  close(): void;
}

export interface ClientOptions {
  readonly notices?: boolean;
  readonly permit?: 'once' | 'session' | 'denied' | 'cancelled';
}

export async function connectV1(
  agent: AgentPipes,
  { notices = false, permit = 'once' }: ClientOptions = {},
): Promise<V1Client> {
  const updates: acp.SessionNotification['update'][] = [];
  const asked: acp.RequestPermissionRequest[] = [];
  const stream = acp.ndJsonStream(agent.output, agent.input, {
    maxMessageBytes: 256 * 1024 * 1024,
  });
  const connection = acp
    .client({ name: 'test' })
    .onNotification('session/update', ({ params }) => {
      updates.push(params.update);
    })
    .onRequest('session/request_permission', ({ params }) => {
      asked.push(params);
      return {
        outcome:
          permit === 'cancelled'
            ? { outcome: 'cancelled' }
            : { outcome: 'selected', optionId: permit },
      };
    })
    .connect(stream);
  const initialized = await connection.agent.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: notices ? { session: { notices: {} } } : {},
  });
  return {
    agent: connection.agent,
    initialized,
    updates,
    asked,
    say: () =>
      updates
        .flatMap((update) =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
            ? [update.content.text]
            : [],
        )
        .join(''),
    clear: () => {
      updates.length = 0;
    },
    close: () => connection.close(),
  };
}

export async function newSession(
  client: V1Client,
  cwd: string,
  mcpServers: readonly acp.McpServer[] = [],
): Promise<string> {
  const servers = [...mcpServers];
  return (await client.agent.request('session/new', { cwd, mcpServers: servers })).sessionId;
}

export function image(bytes: Uint8Array, mimeType = 'image/png'): acp.ContentBlock {
  return { type: 'image', mimeType, data: Buffer.from(bytes).toString('base64') };
}

export function words(text: string): acp.ContentBlock {
  return { type: 'text', text };
}
