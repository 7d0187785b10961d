// The SDK's own client of the draft of version 2, and everything that it was told.
import * as acp from '@agentclientprotocol/sdk/experimental/v2';
import type { AgentPipes } from './agent-here.ts';

type Update = acp.UpdateSessionNotification['update'];

export interface V2Client {
  readonly agent: acp.ClientContext;
  readonly initialized: acp.InitializeResponse;
  readonly updates: Update[];
  readonly asked: acp.RequestPermissionRequest[];
  /** One message, until the session is idle again. */
  ask(
    sessionId: string,
    prompt: acp.ContentBlock[],
  ): Promise<{ readonly messageId: string; readonly stopReason: unknown; readonly said: string }>;
  close(): void;
}

export async function connectV2(agent: AgentPipes): Promise<V2Client> {
  const updates: Update[] = [];
  const waiting: ((stop: unknown) => void)[] = [];
  const asked: acp.RequestPermissionRequest[] = [];
  const connection = acp
    .client({ name: 'test' })
    .onNotification('session/update', ({ params }) => {
      updates.push(params.update);
      const { update } = params;
      if (update.sessionUpdate === 'state_update' && 'state' in update && update.state === 'idle')
        waiting.shift()?.('stopReason' in update ? update.stopReason : undefined);
    })
    .onRequest('session/request_permission', ({ params }) => {
      asked.push(params);
      const isServerCall = params.options.some(({ optionId }) => optionId === 'arguments');
      return { outcome: { outcome: 'selected', optionId: isServerCall ? 'session' : 'once' } };
    })
    .connect(acp.ndJsonStream(agent.output, agent.input));
  const initialized = await connection.agent.request('initialize', {
    protocolVersion: 2,
    info: { name: 'test', version: '1' },
  });
  const say = () =>
    updates
      .flatMap((update) =>
        update.sessionUpdate === 'agent_message_chunk' &&
        'content' in update &&
        JSON.stringify(update.content).includes('"text"')
          ? [/"text":"([^"]*)"/.exec(JSON.stringify(update.content))?.[1] ?? '']
          : [],
      )
      .join('');
  const ask = async (sessionId: string, prompt: acp.ContentBlock[]) => {
    updates.length = 0;
    const idle = new Promise<unknown>((resolve) => waiting.splice(0, Infinity, resolve));
    const { messageId } = await connection.agent.request('session/prompt', { sessionId, prompt });
    return { messageId, stopReason: await idle, said: say() };
  };
  return {
    agent: connection.agent,
    initialized,
    updates,
    asked,
    ask,
    close: () => connection.close(),
  };
}
