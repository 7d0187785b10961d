// Everything that stands between a picture and a text-only model, for real: a store, the door with its decoders, provider
// packages over HTTP, and two servers, one that chats and one that looks.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createBridge } from '@percept/agent/internal';
import { createRemoteDescriber } from '../../packages/agent/src/bridge/remote-describer.ts';
import { withBridge } from '../../packages/agent/src/bridge/index.ts';
import { knowModel } from '../../packages/agent/src/models/known-model.ts';
import { languageModel } from '../../packages/agent/src/models/index.ts';
import { type Bridge, type BridgeEvent, type Describer, type ModelSpec } from '@percept/agent';
import { isRecord } from '@percept/core/internal';
import type { Door } from '@percept/ingest';
import { encodePng } from '@percept/ingest/internal/png';
import { openMemory, type Memory } from '@percept/store';
import { generateText, type ModelMessage } from 'ai';
import {
  startCaptureServer,
  text,
  type CapturedRequest,
  type CaptureServer,
  type Script,
} from 'percept/conformance';
import sharp from 'sharp';
import { doorOnto } from '../door.ts';

export interface Stage extends AsyncDisposable {
  readonly memory: Memory;
  readonly door: Door;
}

export async function openStage(): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-bridge-'));
  const memory = await openMemory({ directory });
  const door = doorOnto(memory);
  return {
    memory,
    door,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface SceneOptions {
  /** What the looking model says; the default names the request's number. */
  readonly looking?: Script;
  readonly chatting?: Script;
  /** Behind the looking model, in order. */
  readonly behind?: readonly Describer[];
  readonly withoutVision?: boolean;
  /** The host that the looking model is said to have. */
  readonly visionHost?: string;
  readonly settings?: Parameters<typeof createBridge>[0]['settings'];
  readonly strict?: boolean;
  readonly consent?: readonly string[];
  readonly localChosen?: boolean;
}

export interface Scene extends AsyncDisposable {
  readonly chat: CaptureServer;
  readonly vision: CaptureServer;
  readonly bridge: Bridge;
  readonly events: BridgeEvent[];
  readonly textModel: LanguageModelV4;
  readonly seeingModel: LanguageModelV4;
}

export async function openScene(stage: Stage, options: SceneOptions = {}): Promise<Scene> {
  const { looking = (_, index) => text(`Description number ${index + 1}.`) } = options;
  const vision = await startCaptureServer({ script: looking });
  const chat = await startCaptureServer(options.chatting ? { script: options.chatting } : {});
  const events: BridgeEvent[] = [];
  const remote = createRemoteDescriber(known(specOf(vision, 'vl-1', ['vision-input'])), {
    maxOutputTokens: 512,
    reasoning: 'default',
    promptVersion: '1',
  });
  const host = options.visionHost;
  const describers = [
    ...(options.withoutVision ? [] : [host === undefined ? remote : { ...remote, host }]),
    ...(options.behind ?? []),
  ];
  const bridge = createBridge({
    describers,
    door: stage.door,
    store: stage.memory,
    memos: stage.memory.memos,
    onEvent: (event) => events.push(event),
    ...(options.settings && { settings: options.settings }),
    ...(options.strict !== undefined && { strict: options.strict }),
    ...(options.consent && { consent: options.consent }),
    localChosen: { image: options.localChosen ?? false, audio: false },
  });
  const wrapped = async (model: string, capabilities: readonly string[]) => {
    const { spec, profile } = known(specOf(chat, model, capabilities));
    const media = {
      resolve: async (blob: Parameters<Memory['get']>[0]) => {
        const found = await stage.memory.get(blob);
        return found.ok ? { ok: true as const, value: { bytes: found.value } } : found;
      },
    };
    return withBridge(await languageModel(spec), { bridge, host: 'chat.example', profile, media });
  };
  return {
    chat,
    vision,
    bridge,
    events,
    textModel: await wrapped('text-1', []),
    seeingModel: await wrapped('eyes-1', ['vision-input']),
    [Symbol.asyncDispose]: async () => {
      await chat.close();
      await vision.close();
    },
  };
}

export function specOf(
  server: CaptureServer,
  model: string,
  capabilities: readonly string[],
): ModelSpec {
  const baseUrl = server.baseUrl('chat-completions');
  return { name: model, provider: 'openai-compatible', model, baseUrl, capabilities };
}

export function known(spec: ModelSpec) {
  const found = knowModel(spec);
  if (!found.ok) throw new Error(found.refusal.message);
  return found.value;
}

export async function say(
  model: LanguageModelV4,
  messages: ModelMessage[],
  abortSignal?: AbortSignal,
): Promise<string> {
  const result = await generateText({
    model,
    messages,
    maxRetries: 0,
    ...(abortSignal && { abortSignal }),
  });
  return result.text;
}

export function picture(bytes: Uint8Array, mediaType = 'image/png') {
  return { type: 'file' as const, mediaType, data: bytes };
}

export function asks(words: string, ...media: readonly ReturnType<typeof picture>[]): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text: words }, ...media] };
}

/** A small picture that is like no other. */
/** As the door itself would write it. */
export async function square(colour: string, side = 64): Promise<Buffer> {
  const size = { width: side, height: side, channels: 3 as const };
  const data = await sharp({ create: { ...size, background: colour } })
    .raw()
    .toBuffer();
  return Buffer.from(encodePng({ ...size, data }));
}

/** Every text of a captured chat request, in order, tool results included. */
export function textsOf(request: CapturedRequest | undefined): readonly string[] {
  const body = request?.body;
  const messages: readonly unknown[] =
    isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  return messages.filter(isRecord).flatMap(({ content }) => {
    if (typeof content === 'string') return [content];
    const parts: readonly unknown[] = Array.isArray(content) ? content : [];
    return parts
      .filter(isRecord)
      .flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []));
  });
}

/** The pictures of a captured chat request, as data URLs. */
export function imagesOf(request: CapturedRequest | undefined): readonly string[] {
  return [...(request?.raw ?? '').matchAll(/"(data:image\/[a-z]+;base64,[^"]+)"/g)].map(
    ([, url]) => url ?? '',
  );
}

export function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}
