// The draft of ACP version 2. A prompt is acknowledged as soon as it is recorded; how it goes is told by updates, and the
// session says when it is idle again.
import * as acp from '@agentclientprotocol/sdk/experimental/v2';
import { madeAlt } from '@percept/core/internal';
import { readServers } from '../client-servers/server.ts';
import { replay, type LoopEvent, type Permit } from '../loop/index.ts';
import { metaOf, type Advertisement } from './capability.ts';
import { aboutModel, callFacts, contentOf, rawInput } from './content.ts';
import type { SessionPool, OpenSession } from '../runtime/session-pool.ts';
import { orThrow, requestError } from './errors.ts';
import type { AcpHost } from './host.ts';
import { answerIn, questionOf } from './permission.ts';
import { startTurn } from './turn.ts';

type Update = acp.UpdateSessionNotification['update'];
type Tell = (update: Update) => Promise<void>;

export function createV2(host: AcpHost): acp.AgentApp {
  const find = async (
    id: string,
  ): Promise<{ readonly pool: SessionPool; readonly open: OpenSession }> => {
    const pool = await host.pool();
    const open = pool.find(id);
    if (!open) throw acp.RequestError.sessionNotFound(id);
    return { pool, open };
  };
  const teller =
    (client: acp.AgentContext, { session }: OpenSession): Tell =>
    (update) =>
      client.notify('session/update', { sessionId: session.id, update });

  return acp
    .agent({ name: 'percept' })
    .onRequest('initialize', async () => initialized(await host.advertisement(), host.version))
    .onRequest('session/new', async ({ params }) => {
      const servers = orThrow(readServers(params.mcpServers));
      const pool = await host.pool();
      const { session } = orThrow(await pool.create({ ...params, servers }));
      return { sessionId: session.id, ...configOf(pool, session) };
    })
    .onRequest('session/resume', async ({ params, client }) => {
      const servers = orThrow(readServers(params.mcpServers));
      const pool = await host.pool();
      const open = orThrow(await pool.resume(params.sessionId, { ...params, servers }));
      const tell = teller(client, open);
      if (params.replayFrom?.type === 'start')
        for (const event of replay(open.session)) await told(event, pool, open, tell);
      return configOf(pool, open.session);
    })
    .onRequest('session/list', async ({ params }) => {
      const pool = await host.pool();
      const page = orThrow(await pool.list(params.cwd ?? undefined, params.cursor ?? undefined));
      return { ...page, sessions: [...page.sessions] };
    })
    .onRequest('session/close', async ({ params }) => {
      await (await host.pool()).close(params.sessionId);
      return {};
    })
    .onRequest('session/delete', async ({ params }) => {
      orThrow(await (await host.pool()).delete(params.sessionId));
      return {};
    })
    .onRequest('session/set_config_option', async ({ params }) => {
      const { pool, open } = await find(params.sessionId);
      if (params.configId !== 'model' || typeof params.value !== 'string')
        throw acp.RequestError.invalidParams(undefined, 'The only option is "model".');
      orThrow(await open.session.switchModel(params.value));
      return { configOptions: configOf(pool, open.session).configOptions ?? [] };
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const { pool, open } = await find(params.sessionId);
      const tell = teller(client, open);
      const permit = askV2(client, open, tell);
      const turn = orThrow(
        await startTurn({
          pool,
          open,
          blocks: params.prompt,
          limits: host.limits,
          permit,
          remarks: await host.remarks(),
        }),
      );
      const recorded = Promise.withResolvers<string>();
      void follow(turn.events, pool, open, tell, recorded);
      return { messageId: await recorded.promise };
    })
    .onNotification('session/cancel', async ({ params }) => {
      (await host.pool()).cancel(params.sessionId);
    });
}

async function follow(
  events: AsyncIterable<LoopEvent>,
  pool: SessionPool,
  open: OpenSession,
  tell: Tell,
  recorded: PromiseWithResolvers<string>,
): Promise<void> {
  let accepted = false;
  try {
    for await (const event of events) {
      if (event.type === 'prompt-recorded') {
        accepted = true;
        recorded.resolve(event.messageId);
        await tell({ sessionUpdate: 'state_update', state: 'running' });
      }
      if (event.type === 'turn-ended' && !accepted) {
        if (event.refusal) recorded.reject(requestError(event.refusal));
        return;
      }
      await told(event, pool, open, tell);
    }
  } catch (error) {
    // The connection is gone, or we have a bug: the record is whole either way.
    recorded.reject(error);
  }
}

function initialized(advertisement: Advertisement, version: string): acp.InitializeResponse {
  const _meta = metaOf(advertisement);
  const { imageCapability, audioCapability } = advertisement;
  return {
    protocolVersion: 2,
    info: { name: 'percept', title: 'Percept', version },
    capabilities: {
      session: {
        prompt: {
          ...(advertisement.image && { image: { _meta: { imageCapability } } }),
          ...(advertisement.audio && { audio: { _meta: { audioCapability } } }),
          embeddedContext: {},
        },
        mcp: { stdio: {}, http: {} },
        delete: {},
        additionalDirectories: {},
      },
      _meta,
    },
    _meta,
  };
}

function configOf(
  pool: SessionPool,
  { model }: OpenSession['session'],
): { configOptions?: acp.SessionConfigOption[] } {
  if (!model) return {};
  return {
    configOptions: [
      {
        configId: 'model',
        name: 'Model',
        category: 'model',
        type: 'select',
        currentValue: model.name,
        options: pool.parts.models
          .list()
          .map((each) => ({ value: each.name, name: each.name, description: aboutModel(each) })),
      },
    ],
  };
}

async function told(
  event: LoopEvent,
  pool: SessionPool,
  open: OpenSession,
  tell: Tell,
): Promise<void> {
  const store = pool.parts.memory;
  const { cwd } = open.session.place;
  switch (event.type) {
    case 'prompt-recorded': {
      const content = await Promise.all(event.parts.map((part) => contentOf(part, store)));
      return tell({ sessionUpdate: 'user_message', messageId: event.messageId, content });
    }
    case 'text-written': {
      const { messageId } = event;
      const content = { type: 'text', text: event.text } as const;
      return tell({ sessionUpdate: 'agent_message_chunk', messageId, content });
    }
    case 'thought-written': {
      const { messageId } = event;
      const content = { type: 'text', text: event.text } as const;
      return tell({ sessionUpdate: 'agent_thought_chunk', messageId, content });
    }
    case 'tool-called':
      return tell({
        sessionUpdate: 'tool_call_update',
        toolCallId: event.callId,
        name: event.tool,
        status: 'in_progress',
        rawInput: rawInput(event.input),
        ...callFacts(event.tool, event.paths, cwd),
      });
    case 'tool-answered': {
      const content = await Promise.all(event.content.map((part) => contentOf(part, store)));
      return tell({
        sessionUpdate: 'tool_call_update',
        toolCallId: event.callId,
        status: event.outcome === 'succeeded' ? 'completed' : 'failed',
        content: content.map((item) => ({ type: 'content', content: item })),
      });
    }
    case 'media-made': {
      const content = await contentOf(event.block, store, event.words);
      return tell({ sessionUpdate: 'agent_message_chunk', messageId: event.messageId, content });
    }
    case 'made-described': {
      const title = madeAlt(event.block, event.words);
      return tell({ sessionUpdate: 'notice', severity: 'info', title });
    }
    // Kept in the record; what a person has to know is told as a notice.
    case 'media-shown':
      return undefined;
    case 'media-noticed':
    case 'history-compacted':
      return tell({ sessionUpdate: 'notice', severity: 'info', title: event.text });
    case 'context-measured': {
      const { usedTokens: used, maxTokens: size, costUsd } = event;
      const cost = costUsd === undefined ? {} : { cost: { amount: costUsd, currency: 'USD' } };
      return tell({ sessionUpdate: 'usage_update', used, size, ...cost });
    }
    case 'turn-ended':
      return tell({ sessionUpdate: 'state_update', state: 'idle', ...stopOf(event) });
  }
}

function stopOf(event: Extract<LoopEvent, { type: 'turn-ended' }>) {
  const _meta = { percept: { end: event.end, usage: event.usage } };
  switch (event.end) {
    case 'answered':
      return { stopReason: 'end_turn', _meta } as const;
    case 'cancelled':
      return { stopReason: 'cancelled', _meta } as const;
    case 'declined':
      return { stopReason: 'refusal', _meta } as const;
    case 'length-reached':
      return { stopReason: 'max_tokens', _meta } as const;
    case 'steps-reached':
      return { stopReason: 'max_turn_requests', _meta } as const;
    case 'failed':
      return {
        stopReason: 'error',
        ...(event.refusal && { error: requestError(event.refusal).toErrorResponse() }),
        _meta,
      } as const;
  }
}

function askV2(client: acp.AgentContext, { session }: OpenSession, tell: Tell): Permit {
  return async (permission, callId, signal) => {
    const { title, facts, diff, words, options } = questionOf(permission, session.place.cwd);
    const changed = diff && {
      type: 'diff' as const,
      changes: [{ operation: 'modify' as const, path: diff.path }],
      patch: { format: 'git_patch', text: diff.patch },
    };
    const content = [...(changed ? [changed] : []), words];
    await tell({ sessionUpdate: 'state_update', state: 'requires_action' });
    const { outcome } = await client.request(
      'session/request_permission',
      {
        sessionId: session.id,
        title,
        subject: { type: 'tool_call', toolCall: { toolCallId: callId, ...facts, content } },
        options,
      },
      { cancellationSignal: signal },
    );
    await tell({ sessionUpdate: 'state_update', state: 'running' });
    return acp.RequestPermissionOutcome.isSelected(outcome)
      ? answerIn(permission, outcome.optionId)
      : 'denied';
  };
}
