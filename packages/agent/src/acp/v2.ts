// The draft of ACP version 2. A prompt is acknowledged as soon as it is recorded; how it goes is told by updates, and the
// session says when it is idle again.
import * as acp from '@agentclientprotocol/sdk/experimental/v2';
import { madeAlt } from '@percept/core/internal';
import { replay, type LoopEvent, type Permit } from '../loop/index.ts';
import { metaOf, type Advertisement } from './capability.ts';
import { callAnswered, callFacts, contentOf, rawInput, usageUpdate } from './content.ts';
import type { OpenSession } from '../runtime/session-pool.ts';
import { requestError } from './errors.ts';
import type { AcpHost } from './compose.ts';
import { answerIn, questionOf } from './permission.ts';
import { AcpRequests, modelOption, type Opened } from './requests.ts';

type Update = acp.UpdateSessionNotification['update'];
type Tell = (update: Update) => Promise<void>;

export function createV2(host: AcpHost): acp.AgentApp {
  const requests = new AcpRequests(host);
  const teller =
    (client: acp.AgentContext, { session }: OpenSession): Tell =>
    (update) =>
      client.notify('session/update', { sessionId: session.id, update });

  return acp
    .agent({ name: 'percept' })
    .onRequest('initialize', async () => initialized(await host.advertisement(), host.version))
    .onRequest('session/new', async ({ params }) => {
      const opened = await requests.create(params);
      return { sessionId: opened.open.session.id, ...configOf(opened) };
    })
    .onRequest('session/resume', async ({ params, client }) => {
      const opened = await requests.resume(params);
      const tell = teller(client, opened.open);
      if (params.replayFrom?.type === 'start')
        for (const event of replay(opened.open.session)) await told(event, opened, tell);
      return configOf(opened);
    })
    .onRequest('session/list', ({ params }) => requests.list(params))
    .onRequest('session/close', ({ params }) => requests.close(params))
    .onRequest('session/delete', ({ params }) => requests.delete(params))
    .onRequest('session/set_config_option', async ({ params }) => {
      const { configOptions = [] } = configOf(await requests.setOption(params));
      return { configOptions };
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const turn = await requests.prompt(params, (open) =>
        askV2(client, open, teller(client, open)),
      );
      const recorded = Promise.withResolvers<string>();
      void follow(turn.events, turn, teller(client, turn.open), recorded);
      return { messageId: await recorded.promise };
    })
    .onNotification('session/cancel', ({ params }) => requests.cancel(params));
}

async function follow(
  events: AsyncIterable<LoopEvent>,
  opened: Opened,
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
      await told(event, opened, tell);
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

function configOf(opened: Opened): { configOptions?: acp.SessionConfigOption[] } {
  const option = modelOption(opened);
  return option ? { configOptions: [{ configId: 'model', ...option }] } : {};
}

async function told(event: LoopEvent, { pool, open }: Opened, tell: Tell): Promise<void> {
  const store = pool.parts.memory.forTenant(open.session.tenant);
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
    case 'tool-answered':
      return tell(await callAnswered(event, store));
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
    case 'context-measured':
      return tell(usageUpdate(event));
    case 'turn-ended':
      return tell({ sessionUpdate: 'state_update', state: 'idle', ...stopOf(event) });
  }
}

function stopOf({ end, usage, refusal }: Extract<LoopEvent, { type: 'turn-ended' }>) {
  const _meta = { percept: { end, usage } };
  switch (end) {
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
    case 'failed': {
      const error = refusal && { error: requestError(refusal).toErrorResponse() };
      return { stopReason: 'error', ...error, _meta } as const;
    }
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
