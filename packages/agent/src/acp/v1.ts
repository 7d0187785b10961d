// ACP version 1. This file only translates: requests to the pool, events to updates.
import * as acp from '@agentclientprotocol/sdk';
import { madeAlt } from '@percept/core/internal';
import { replay, type LoopEvent, type Permit } from '../loop/index.ts';
import { metaOf, type Advertisement } from './capability.ts';
import { callAnswered, callFacts, contentOf, rawInput, usageUpdate } from './content.ts';
import type { SessionPool, OpenSession } from '../runtime/session-pool.ts';
import type { AcpHost } from './compose.ts';
import { answerIn, questionOf } from './permission.ts';
import { AcpRequests, modelOption, type Opened } from './requests.ts';

type Update = acp.SessionNotification['update'];

export function createV1(host: AcpHost): acp.AgentApp {
  let takesNotices = false;
  const requests = new AcpRequests(host);
  const tell = async (
    client: acp.AgentContext,
    { pool, open }: Opened,
    event: LoopEvent,
    live: boolean,
  ): Promise<void> => {
    for (const update of await updatesOf(event, pool, open, { live, takesNotices }))
      await client.notify(acp.methods.client.session.update, {
        sessionId: open.session.id,
        update,
      });
  };

  return acp
    .agent({ name: 'percept' })
    .onRequest('initialize', async ({ params }) => {
      const session = params.clientCapabilities?.session;
      takesNotices = session?.notices !== undefined && session.notices !== null;
      return initialized(await host.advertisement(), host.version);
    })
    .onRequest('authenticate', () => ({}))
    .onRequest('session/new', async ({ params }) => {
      const opened = await requests.create(params);
      return { sessionId: opened.open.session.id, ...configOf(opened) };
    })
    .onRequest('session/load', async ({ params, client }) => {
      const opened = await requests.resume(params);
      for (const event of replay(opened.open.session)) await tell(client, opened, event, false);
      return configOf(opened);
    })
    .onRequest('session/resume', async ({ params }) => configOf(await requests.resume(params)))
    .onRequest('session/list', ({ params }) => requests.list(params))
    .onRequest('session/close', ({ params }) => requests.close(params))
    .onRequest('session/delete', ({ params }) => requests.delete(params))
    .onRequest('session/set_config_option', async ({ params }) => {
      const { configOptions = [] } = configOf(await requests.setOption(params));
      return { configOptions };
    })
    .onRequest('session/prompt', async ({ params, client, signal }) => {
      const turn = await requests.prompt(params, (open) => askV1(client, open));
      const cancel = () => turn.open.turn?.stop.abort();
      signal.addEventListener('abort', cancel, { once: true });
      let answer: acp.PromptResponse = { stopReason: 'cancelled' };
      for await (const event of turn.events) {
        if (event.type === 'turn-ended') answer = ended(event);
        await tell(client, turn, event, true);
      }
      return answer;
    })
    .onNotification('session/cancel', ({ params }) => requests.cancel(params));
}

function initialized(advertisement: Advertisement, version: string): acp.InitializeResponse {
  const _meta = metaOf(advertisement);
  const { image, audio } = advertisement;
  return {
    protocolVersion: 1,
    agentInfo: { name: 'percept', title: 'Percept', version },
    authMethods: [],
    agentCapabilities: {
      loadSession: true,
      mcpCapabilities: { http: true, sse: true },
      promptCapabilities: { image, audio, embeddedContext: true, _meta },
      sessionCapabilities: {
        list: {},
        delete: {},
        resume: {},
        close: {},
        additionalDirectories: {},
      },
      _meta,
    },
    _meta,
  };
}

function configOf(opened: Opened): { configOptions?: acp.SessionConfigOption[] } {
  const option = modelOption(opened);
  return option ? { configOptions: [{ id: 'model', ...option }] } : {};
}

/** A provider's failure is told in words and ends the turn; a session is never lost over it. */
function ended(event: Extract<LoopEvent, { type: 'turn-ended' }>): acp.PromptResponse {
  const { end, usage, refusal } = event;
  const _meta = { percept: { end, usage, ...(refusal && { refusal }) } };
  return { stopReason: stopReasons[end], _meta };
}

const stopReasons = {
  answered: 'end_turn',
  failed: 'end_turn',
  cancelled: 'cancelled',
  declined: 'refusal',
  'length-reached': 'max_tokens',
  'steps-reached': 'max_turn_requests',
} as const;

interface Telling {
  readonly live: boolean;
  readonly takesNotices: boolean;
}

async function updatesOf(
  event: LoopEvent,
  { parts }: SessionPool,
  { session }: OpenSession,
  { live, takesNotices }: Telling,
): Promise<readonly Update[]> {
  const store = parts.memory.forTenant(session.tenant);
  switch (event.type) {
    case 'prompt-recorded': {
      // The client of a live turn has it already.
      if (live) return [];
      const contents = await Promise.all(event.parts.map((part) => contentOf(part, store)));
      return contents.map((content) => ({ sessionUpdate: 'user_message_chunk', content }));
    }
    case 'text-written':
      return [text(event.text)];
    case 'thought-written': {
      const content = { type: 'text', text: event.text } as const;
      return [{ sessionUpdate: 'agent_thought_chunk', content }];
    }
    case 'tool-called': {
      const { callId: toolCallId, tool, input, paths } = event;
      const facts = { rawInput: rawInput(input), ...callFacts(tool, paths, session.place.cwd) };
      return [{ sessionUpdate: 'tool_call', toolCallId, status: 'in_progress', ...facts }];
    }
    case 'tool-answered':
      return [await callAnswered(event, store)];
    case 'media-made': {
      const content = await contentOf(event.block, store, event.words);
      return [{ sessionUpdate: 'agent_message_chunk', content }];
    }
    case 'made-described':
      return [note(madeAlt(event.block, event.words), takesNotices)];
    // Kept in the record; what a person has to know is told as a notice.
    case 'media-shown':
      return [];
    case 'media-noticed':
    case 'history-compacted':
      return [note(event.text, takesNotices)];
    case 'context-measured':
      return [usageUpdate(event)];
    case 'turn-ended': {
      const { refusal } = event;
      return refusal ? [text(`${refusal.message} ${refusal.hint}`)] : [];
    }
  }
}

function note(title: string, takesNotices: boolean): Update {
  return takesNotices
    ? { sessionUpdate: 'notice', severity: 'info', title }
    : text(`[${title}]\n\n`);
}

function text(words: string): Update {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } };
}

function askV1(client: acp.AgentContext, { session }: OpenSession): Permit {
  return async (permission, callId, signal) => {
    const { facts, diff, words, options } = questionOf(permission, session.place.cwd);
    const content: acp.ToolCallContent[] = [
      ...(diff
        ? [{ type: 'diff' as const, path: diff.path, oldText: diff.oldText, newText: diff.newText }]
        : []),
      words,
    ];
    const asked: acp.RequestPermissionRequest = {
      sessionId: session.id,
      toolCall: { toolCallId: callId, ...facts, status: 'pending', content },
      options,
    };
    const { outcome } = await client.request('session/request_permission', asked, {
      cancellationSignal: signal,
    });
    return outcome.outcome === 'selected' ? answerIn(permission, outcome.optionId) : 'denied';
  };
}
