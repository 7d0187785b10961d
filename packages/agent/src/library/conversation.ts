// One durable conversation for a program that runs its own loop: what was said is in the record, media by reference, and the
// model that it gives sees what it can see and reads the rest in words. A process that dies goes on where the record ends.
import type { ModelMessage, ToolSet } from 'ai';
import { blobsOf, profileRule } from '@percept/core/internal';
import {
  anything,
  checkOptions,
  has,
  listOf,
  maybe,
  signal as signalRule,
  text as textRule,
} from '@percept/core/internal/options';
import {
  commonProfile,
  resolveProfile,
  unwrap,
  type BlobId,
  type ModelProfile,
  type RecordEntry,
  type SessionId,
  type StoredBlock,
} from '@percept/core';
import { beforeCalls, isPromptLike, PromptLowering } from '@percept/core/internal/ai-sdk';
import {
  type AnyLanguageModel,
  type PerceptEvent,
  type SameGeneration,
} from '@percept/core/ai-sdk';
import { freshWorkings } from '@percept/core/internal/lens';
import { LensSession, type LensReport, type MediaPort } from '@percept/core/lens';
import type { Permission } from '@percept/core/internal/permission';
import { modelCapabilities } from '@percept/core/internal/route';
import { openDoor, type Door, type MediaSource } from '@percept/ingest';
import { inputOf, type DecoderPool } from '@percept/ingest/internal';
import type { Darkroom } from '@percept/render';
import type { Memory } from '@percept/store';
import { createBridge, type Bridge } from '../bridge/bridge.ts';
import type { Describer } from '../bridge/describer.ts';
import type { BridgeEvent } from '../bridge/event.ts';
import { createSessionBridge, type Reader } from '../bridge/session-bridge.ts';
import { withBridge } from '../bridge/with-bridge.ts';
import { attachmentIn } from '../loop/attachment.ts';
import { factEntry, modelIn } from '../loop/facts.ts';
import { frontierEntryFor, lensStateOf } from '../loop/history.ts';
import { SessionLog } from '../loop/log.ts';
import { planned } from '../loop/model-client.ts';
import { mend } from '../loop/repair.ts';
import { createToolbox, type ToolAnswer } from '../loop/toolbox.ts';
import { withOwnNames } from '../prompt/attachment-name.ts';
import { takeIn } from '../prompt/intake.ts';
import { admitPictures } from '../prompt/message-room.ts';
import { originalOf, Presenter } from '../prompt/present.ts';
import { createMedia } from '../tools/media.ts';
import { createFreshness } from '../tools/index.ts';
import { OwnMedia } from '../tools/own-media.ts';
import { aiTools, type JsonSchemaOf } from './ai-tools.ts';
import { entryOf, messagesOf } from './model-messages.ts';
import { presentPrompt } from './present-prompt.ts';
import { promptOf } from './prompt-of.ts';

/** Everything that a program may want to hear of: what models are shown, what was put into words and by whom. */
export type ConversationEvent = PerceptEvent | BridgeEvent;

export interface ConversationParts {
  readonly memory: Memory;
  readonly decoders: DecoderPool;
  readonly darkroom: Darkroom;
  readonly describers: readonly Describer[];
  readonly roots: readonly string[];
  readonly jsonSchema: JsonSchemaOf;
  readonly permit: ((permission: Permission, callId: string) => Promise<boolean>) | undefined;
  readonly onEvent: ((event: ConversationEvent) => void) | undefined;
}

export interface SayOptions {
  /** Files, addresses, bytes: in whatever a program holds them. */
  readonly attach?: readonly MediaSource[];
  readonly signal?: AbortSignal;
}

export interface ModelOptions {
  /** Where the name of the model does not tell what it takes. */
  readonly profile?: ModelProfile;
}

export class Conversation {
  readonly #parts: ConversationParts;
  readonly #log: SessionLog;
  readonly #store: OwnMedia;
  readonly #door: Door;
  readonly #bridge: Bridge;
  readonly #presenter: Presenter;
  readonly #media: MediaPort;
  readonly #lens: LensSession;
  readonly #shown = new Map<BlobId, StoredBlock>();
  readonly #tools: ToolSet;
  #reader: NamedReader;
  /** Whom the record names as the one who speaks. */
  #speaker: string | undefined;

  private constructor(parts: ConversationParts, log: SessionLog) {
    const { memory, decoders, darkroom, describers, roots, permit } = parts;
    this.#parts = parts;
    this.#log = log;
    this.#store = new OwnMedia(memory, { known: log.entries.flatMap(blobsOf) });
    const store = this.#store;
    this.#door = openDoor({ store, decoder: decoders });
    this.#presenter = new Presenter({ store, door: this.#door, darkroom });
    this.#media = createMedia({ store, door: this.#door });
    this.#lens = new LensSession(lensStateOf(log.entries));
    this.#speaker = modelIn(log.entries);
    this.#reader = { name: this.#speaker ?? '', host: '', profile: commonProfile };
    this.#bridge = createBridge({
      describers,
      door: this.#door,
      store,
      memos: memory.memos,
      localChosen: { image: true, audio: true },
    });
    const [cwd = process.cwd()] = roots;
    const toolbox = createToolbox(
      {
        roots,
        cwd,
        store,
        door: this.#door,
        darkroom,
        profile: () => this.#reader.profile,
        attachment: (name) => attachmentIn(log.entries, name),
        freshness: createFreshness(),
        permit,
      },
      { bridge: createSessionBridge(this.#bridge), reader: () => this.#reader },
    );
    // Nobody can be asked: a tool that is always refused is not offered.
    const offered = permit ? toolbox : toolbox.filter(({ readsOnly }) => readsOnly === true);
    this.#tools = aiTools(offered, parts.jsonSchema, (_, answer) => this.#remember(answer));
  }

  /** Mends a turn that was cut, so that every call has its answer. */
  static async open(parts: ConversationParts, id: SessionId): Promise<Conversation> {
    unwrap(await parts.memory.sessions.open({ id }));
    const log = unwrap(await SessionLog.open(parts.memory.sessions, id));
    unwrap(await mend(log));
    return new Conversation(parts, log);
  }

  get id(): SessionId {
    return this.#log.id;
  }

  get entries(): readonly RecordEntry[] {
    return this.#log.entries;
  }

  /**
   * What the user says, durable when it resolves. Whatever is attached goes through the door first.
   *
   * @example await chat.say('What does the chart say?', { attach: ['chart.png'] });
   */
  async say(text: string, options: SayOptions = {}): Promise<void> {
    checkOptions('chat.say', { text }, { text: textRule });
    checkOptions('chat.say', options, {
      attach: maybe(listOf(anything)),
      signal: maybe(signalRule),
    });
    const { attach = [], signal } = options;
    const { darkroom, roots } = this.#parts;
    const [cwd = process.cwd()] = roots;
    const blocks: StoredBlock[] = [];
    for (const source of attach)
      blocks.push(
        unwrap(
          await takeIn({ door: this.#door, darkroom }, inputOf('chat.say', source, cwd), {
            signal,
          }),
        ).block,
      );
    unwrap(admitPictures(blocks));
    const named = withOwnNames(
      [...(text === '' ? [] : [{ type: 'text', text } as const]), ...blocks],
      (name) => attachmentIn(this.entries, name) !== undefined,
    );
    unwrap(await this.#log.append({ type: 'message', role: 'user', parts: named }));
  }

  /**
   * Messages of the SDK, in its order: usually `result.responseMessages`.
   *
   * @example await chat.append(...result.responseMessages);
   */
  async append(...messages: readonly ModelMessage[]): Promise<void> {
    const { darkroom } = this.#parts;
    for (const message of messages) {
      const entry = await entryOf(message, {
        door: this.#door,
        darkroom,
        model: this.#reader.name,
        known: (blob) => this.#known(blob),
        isTaken: (name) => attachmentIn(this.entries, name) !== undefined,
        signal: new AbortController().signal,
      });
      unwrap(await this.#log.append(entry));
    }
  }

  /** The whole conversation for the SDK. Media is named, and the model of this conversation resolves it. */
  messages(): ModelMessage[] {
    return messagesOf(this.entries, this.#reader.name);
  }

  /** `view` and `read`, and `edit` where somebody can be asked. */
  tools(): ToolSet {
    return this.#tools;
  }

  /**
   * The same model, with eyes: pixels where it sees, words where it does not, and never more than it takes.
   *
   * @example generateText({ model: chat.model(openai('gpt-5')), messages: chat.messages(), tools: chat.tools() })
   */
  model<M extends AnyLanguageModel>(model: M, options?: ModelOptions): SameGeneration<M>;
  model(model: AnyLanguageModel, options: ModelOptions = {}): AnyLanguageModel {
    const reader = readerOf('chat.model', model, options);
    const { host, profile } = reader;
    this.#reader = reader;
    const { onEvent } = this.#parts;
    const bridged = withBridge(model, {
      bridge: this.#bridge,
      host,
      profile,
      session: this.#lens,
      media: this.#media,
      clock: Date.now,
      onEvent: (event) => this.#heard(event),
      ...(onEvent && { onBridgeEvent: onEvent }),
    });
    return beforeCalls(bridged, async (messages, signal) => {
      await this.#speaksNow(reader.name);
      return this.#present(messages, profile, signal);
    });
  }

  /**
   * What this model would get if it were asked now: the same steps as sending takes, up to the sending. Nothing is recorded,
   * and nobody looks; where words are still to be made, it says who will make them.
   *
   * @example const { images, estimatedImageTokens, slots } = await chat.forecast(openai('gpt-5'));
   */
  async forecast(model: AnyLanguageModel, options: ModelOptions = {}): Promise<LensReport> {
    const reader = readerOf('chat.forecast', model, options);
    const { profile } = reader;
    const { probe, prompt } = await promptOf(model, messagesOf(this.entries, reader.name));
    const preview = createSessionBridge(this.#bridge).preview(reader);
    const lowering = new PromptLowering({ profile, clock: Date.now });
    const presented = await this.#present(prompt, profile, undefined);
    const { report } = await lowering.lower(probe, {
      prompt: isPromptLike(presented, prompt) ? presented : prompt,
      dryRun: {
        session: new LensSession(this.#lens.state, { ...freshWorkings(), memo: this.#lens.memo }),
        media: { ...this.#media, describe: planned(preview) },
      },
    });
    return report;
  }

  #present(
    messages: readonly unknown[],
    profile: ModelProfile,
    signal: AbortSignal | undefined,
  ): Promise<readonly unknown[]> {
    return presentPrompt(messages, {
      presenter: this.#presenter,
      profile,
      attached: (blob, name) => this.#attached(blob, name),
      signal,
    });
  }

  /** Reasoning belongs to who made it: the record says from where on somebody else speaks. */
  async #speaksNow(name: string): Promise<void> {
    if (this.#speaker === name) return;
    this.#speaker = name;
    unwrap(await this.#log.append(factEntry({ fact: 'model', model: name })));
  }

  #heard(event: PerceptEvent): void {
    this.#parts.onEvent?.(event);
    if (event.type === 'frontier-moved')
      void this.#log.append(frontierEntryFor(this.entries, event.frontier));
    if (event.type === 'blob-quarantined')
      void this.#log.append({ type: 'blob-quarantined', blob: event.blob, reason: event.reason });
  }

  #remember({ content }: ToolAnswer): void {
    for (const item of content) if (item.type !== 'text') this.#shown.set(item.sha256, item);
  }

  #known(blob: BlobId): StoredBlock | undefined {
    return this.#shown.get(blob) ?? blocksIn(this.entries).find(({ sha256 }) => sha256 === blob);
  }

  #attached(blob: BlobId, name: string | undefined): StoredBlock | undefined {
    const same = blocksIn(this.entries).filter((block) => originalOf(block).sha256 === blob);
    return same.find((block) => 'name' in block.origin && block.origin.name === name) ?? same[0];
  }
}

interface NamedReader extends Reader {
  readonly name: string;
}

function readerOf(caller: string, model: AnyLanguageModel, options: ModelOptions): NamedReader {
  checkOptions(caller, { model }, { model: has('doGenerate', 'doStream') });
  checkOptions(caller, options, { profile: maybe(profileRule) });
  const { provider, modelId } = model;
  // A name that nobody knows takes text: pixels that nobody promised to see are lost in silence.
  const { capabilities } = modelCapabilities(modelId);
  const profile = options.profile ?? resolveProfile({ provider, model: modelId, capabilities });
  return { name: `${provider} ${modelId}`, host: provider, profile };
}

function blocksIn(entries: readonly RecordEntry[]): readonly StoredBlock[] {
  return entries.flatMap((entry) =>
    entry.type === 'message'
      ? entry.parts.flatMap((part) => {
          if (part.type === 'tool-result')
            return part.content.filter((item) => item.type !== 'text');
          return part.type === 'image' || part.type === 'audio' || part.type === 'file'
            ? [part]
            : [];
        })
      : [],
  );
}
