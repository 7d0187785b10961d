// `percept acp` as an editor starts it, in both versions of the protocol: a real process on real pipes. A restart kills the
// process; a resume loads the session again in the one that runs.
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { readImageCapability } from '@percept/agent/acp';
import { isRecord } from '@percept/core/internal';
import { startAgent, type AgentProcess } from '../../acp/agent-process.ts';
import { connectV1 } from '../../acp/v1-client.ts';
import { connectV2 } from '../../acp/v2-client.ts';
import type { FaceKind, Told } from '../face.ts';
import type { Medium } from '../media.ts';
import { readEnd, readUsage } from './read-told.ts';

/** Both protocol versions, as far as a walk needs them. */
interface Connection {
  create(cwd: string): Promise<string>;
  load(sessionId: string, cwd: string): Promise<void>;
  choose(sessionId: string, model: string): Promise<void>;
  /** What stands beside the stop reason, under `percept`. */
  prompt(sessionId: string, blocks: readonly Block[]): Promise<unknown>;
  cancel(sessionId: string): Promise<void>;
  /** What it was told since the last time it was asked. */
  updates(): readonly unknown[];
  readonly initialized: unknown;
  close(): void;
}

type Block =
  | { type: 'text'; text: string }
  | { type: 'image'; mimeType: string; data: string; uri: string }
  | { type: 'resource'; resource: { uri: string; blob: string } };

const modelOption = 'model';

async function speakV1(agent: AgentProcess): Promise<Connection> {
  const client = await connectV1(agent, { notices: true });
  const { agent: remote } = client;
  return {
    create: async (cwd) => (await remote.request('session/new', { cwd, mcpServers: [] })).sessionId,
    load: async (sessionId, cwd) => {
      await remote.request('session/load', { sessionId, cwd, mcpServers: [] });
      client.clear();
    },
    choose: async (sessionId, value) => {
      await remote.request('session/set_config_option', {
        sessionId,
        configId: modelOption,
        value,
      });
    },
    prompt: async (sessionId, blocks) => {
      client.clear();
      const prompt: ContentBlock[] = blocks.map((block) => ({ ...block }));
      const { _meta } = await remote.request('session/prompt', { sessionId, prompt });
      return _meta?.['percept'];
    },
    cancel: async (sessionId) => {
      await remote.notify('session/cancel', { sessionId });
    },
    updates: () => client.updates,
    initialized: client.initialized,
    close: () => client.close(),
  };
}

async function speakV2(agent: AgentProcess): Promise<Connection> {
  const client = await connectV2(agent);
  const { agent: remote } = client;
  return {
    create: async (cwd) => (await remote.request('session/new', { cwd, mcpServers: [] })).sessionId,
    load: async (sessionId, cwd) => {
      await remote.request('session/resume', { sessionId, cwd, mcpServers: [] });
    },
    choose: async (sessionId, value) => {
      await remote.request('session/set_config_option', {
        sessionId,
        configId: modelOption,
        type: 'id',
        value,
      });
    },
    prompt: async (sessionId, blocks) => {
      await client.ask(sessionId, [...blocks]);
      const idle: unknown = client.updates.findLast(
        ({ sessionUpdate }) => sessionUpdate === 'state_update',
      );
      const meta = isRecord(idle) && isRecord(idle['_meta']) ? idle['_meta'] : {};
      return meta['percept'];
    },
    cancel: async (sessionId) => {
      await remote.notify('session/cancel', { sessionId });
    },
    updates: () => client.updates,
    initialized: client.initialized,
    close: () => client.close(),
  };
}

export const acp1: FaceKind = acpFace('acp1', speakV1);
export const acp2: FaceKind = acpFace('acp2', speakV2);

function acpFace(name: string, speak: (agent: AgentProcess) => Promise<Connection>): FaceKind {
  return {
    name,
    remembers: true,
    async open(stage) {
      const logs: string[] = [];
      const start = async (): Promise<{ agent: AgentProcess; connection: Connection }> => {
        const agent = startAgent(stage.folder, stage.env);
        return { agent, connection: await speak(agent) };
      };
      const stop = async ({ agent, connection }: Awaited<ReturnType<typeof start>>) => {
        logs.push(agent.errors());
        connection.close();
        const gone = once(agent.child, 'exit');
        agent.child.kill('SIGKILL');
        await gone;
      };
      let running = await start();
      const id = await running.connection.create(stage.folder);
      return {
        ask: ({ text, attach }) =>
          ask(running.connection, id, [...attach.map(blockOf), { type: 'text', text }]),
        switchModel: (model) => running.connection.choose(id, model),
        cancel: () => running.connection.cancel(id),
        resume: () => running.connection.load(id, stage.folder),
        async restart() {
          await stop(running);
          running = await start();
          await running.connection.load(id, stage.folder);
        },
        async advertised() {
          const told = readImageCapability(running.connection.initialized);
          return {
            maxBytes: told?.maxBytes,
            maxImages: told?.maxImagesPerTurn,
            types: told?.mimeTypes ?? [],
          };
        },
        logs: () => [...logs, running.agent.errors()].join('\n'),
        [Symbol.asyncDispose]: () => stop(running),
      };
    },
  };
}

async function ask(connection: Connection, id: string, blocks: readonly Block[]): Promise<Told> {
  try {
    const ended = await connection.prompt(id, blocks);
    const { end, usage } = isRecord(ended) ? ended : {};
    const events = connection.updates().map(withoutMedia);
    return { end: readEnd(end), events: [...events, ended], usage: readUsage(usage), refused: [] };
  } catch (error) {
    // What it was told before the message was refused counts as well; the client reads it behind the refusal.
    await setImmediate();
    const events = connection.updates().map(withoutMedia);
    return { end: 'refused', events: [...events, String(error)], refused: [] };
  }
}

/** Media is what these updates are there to carry: only its bytes are no words. */
function withoutMedia(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, field: unknown) =>
      (key === 'data' || key === 'blob') && typeof field === 'string' ? '(media)' : field,
    ),
  );
}

function blockOf({ kind, name, bytes }: Medium): Block {
  const data = Buffer.from(bytes).toString('base64');
  const uri = `file:///elsewhere/${name}`;
  switch (kind) {
    case 'png':
    case 'large':
    case 'damaged':
    case 'oversize':
      return { type: 'image', mimeType: 'image/png', data, uri };
    case 'jpeg':
    case 'webp':
    case 'gif':
    case 'avif':
    case 'bmp':
      return { type: 'image', mimeType: `image/${kind}`, data, uri };
    default:
      // An audio block has no name in this protocol; a resource has.
      return { type: 'resource', resource: { uri, blob: data } };
  }
}
