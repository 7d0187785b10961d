// One durable conversation for a program that runs its own loop: what was said is in the record, media by reference, and the
// model that it gives sees what it can see and reads the rest in words. A process that dies goes on where the record ends.
import type { ModelMessage, ToolSet } from 'ai';
import { blobsOf, blocksOf, profileRule } from '@percept/core/internal';
import {
  anything,
  checkOptions,
  either,
  group,
  has,
  listOf,
  maybe,
  oneOf,
  shape,
  signal as signalRule,
  text as textRule,
} from '@percept/core/internal/options';
import {
  commonProfile,
  PerceptError,
  unwrap,
  type BlobId,
  type BlobStore,
  type CallEvent,
  type ModelProfile,
  type RecordEntry,
  type SessionId,
  type Refusal,
  type StoredBlock,
} from '@percept/core';
import { observed } from '@percept/core/internal/observe';
import {
  beforeCalls,
  isPromptLike,
  profileFor,
  PromptLowering,
} from '@percept/core/internal/ai-sdk';
import { type AnyLanguageModel, type LensEvent, type SameGeneration } from '@percept/core/ai-sdk';
import { freshWorkings } from '@percept/core/internal/lens';
import { LensSession, type LensReport, type MediaPort } from '@percept/core/lens';
import type { Permission } from '@percept/core/internal/permission';
import type { Door, MediaSource } from '@percept/ingest';
import { inputOf } from '@percept/ingest/internal';
import type { Darkroom } from '@percept/render';
import type { Memory } from '@percept/store';
import { createBridge, type Bridge } from '../bridge/bridge.ts';
import type { Describer } from '../bridge/describer.ts';
import type { BridgeEvent } from '../bridge/event.ts';
import type { KnownMedia } from '../bridge/known-media.ts';
import { createSessionBridge, type Reader, type SessionBridge } from '../bridge/session-bridge.ts';
import { withBridge } from '../bridge/with-bridge.ts';
import { attachmentIn, knownMediaIn, sightingIn } from '../loop/attachment.ts';
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
import type { OwnTool } from '../tools/define-tool.ts';
import { mediaPort } from '../tools/media.ts';
import { createFreshness } from '../tools/index.ts';
import { OwnMedia } from '../tools/own-media.ts';
import { aiTools, type JsonSchemaOf } from './ai-tools.ts';
import { entryOf, messagesOf } from './model-messages.ts';
import { observedTool, ownTools } from './own-tools.ts';
import { presentPrompt } from './present-prompt.ts';
import { promptOf } from './prompt-of.ts';

/** Everything that a program may want to hear of: what models are shown, what was put into words and by whom, and calls of parts. */
export type PerceptEvent = LensEvent | BridgeEvent | CallEvent;

/** What conversations need of a memory: bytes, records and small notes. `openMemory` and `openScaledMemory` give more. */
export type PerceptMemory = BlobStore & Pick<Memory, 'sessions' | 'memos'>;

export interface ConversationParts {
  readonly memory: PerceptMemory;
  readonly door: Door;
  readonly darkroom: Darkroom;
  readonly describers: readonly Describer[];
  readonly roots: readonly string[];
  readonly tools: readonly OwnTool[];
  readonly jsonSchema: JsonSchemaOf;
  readonly permit: ((permission: Permission, callId: string) => Promise<boolean>) | undefined;
  readonly onEvent: ((event: PerceptEvent) => void) | undefined;
}

export interface SayOptions {
  /** Files, addresses, bytes: in whatever a program holds them. */
  readonly attach?: readonly MediaSource[];
  readonly signal?: AbortSignal;
}

export interface ModelOptions {
  /** Where the name of the model does not tell what it takes. */
  readonly profile?: ModelProfile;
  /** The same in a word: `['vision-input']` for a model of your own that sees. A name that nobody knows takes text. */
  readonly capabilities?: readonly string[];
}

export interface ForecastOptions extends ModelOptions {
  readonly signal?: AbortSignal;
}

export interface AppendOptions {
  readonly signal?: AbortSignal;
}

const nothingSaid: Refusal = {
  refused: 'invalid-input',
  message: 'The message is empty.',
  hint: 'Write something, or attach a file.',
  path: 'text',
};

export class Conversation {
  readonly #parts: ConversationParts;
  readonly #log: SessionLog;
  readonly #store: OwnMedia;
  readonly #door: Door;
  readonly #bridge: Bridge;
  readonly #knownMedia: KnownMedia;
  readonly #presenter: Presenter;
  readonly #media: MediaPort;
  readonly #lens: LensSession;
  readonly #shown = new Map<BlobId, StoredBlock>();
  readonly #tools: ToolSet;
  #reader: NamedReader;
  /** Whom the record names as the one who speaks. */
  #model: string | undefined;

  private constructor(parts: ConversationParts, log: SessionLog) {
    const { memory, darkroom, describers, roots, permit } = parts;
    this.#parts = parts;
    this.#log = log;
    this.#store = new OwnMedia(memory, {
      tenant: log.tenant,
      known: log.entries.flatMap(blobsOf),
    });
    const store = this.#store;
    this.#knownMedia = knownMediaIn(log);
    this.#door = parts.door.onto(store);
    this.#presenter = new Presenter({ store, door: this.#door, darkroom });
    this.#media = mediaPort({ store, door: this.#door });
    this.#lens = new LensSession(lensStateOf(log.entries));
    this.#model = modelIn(log.entries);
    this.#reader = { name: this.#model ?? '', host: '', profile: commonProfile };
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
        seenBefore: (ref) =>
          sightingIn(log.entries, ref, (pixels) => this.#presenter.madeOf(pixels)),
        freshness: createFreshness(),
        permit,
      },
      { bridge: this.#sessionBridge(), reader: () => this.#reader },
    );
    // Nobody can be asked: a tool that is always refused is not offered.
    const offered = permit ? toolbox : toolbox.filter(({ readsOnly }) => readsOnly === true);
    const own = ownTools(parts.tools, { door: this.#door, cwd });
    const tools = [...offered, ...own].map((tool) => observedTool(tool, parts.onEvent));
    this.#tools = aiTools(tools, parts.jsonSchema, (_, answer) => this.#remember(answer));
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
    const facts = { attachments: options.attach?.length ?? 0 };
    const { onEvent } = this.#parts;
    await observed('chat.say', () => this.#say(text, options), { onEvent, facts });
  }

  async #say(text: string, { attach = [], signal }: SayOptions): Promise<void> {
    const { darkroom, roots } = this.#parts;
    const [cwd = process.cwd()] = roots;
    const isBlank = text.trim() === '';
    if (isBlank && attach.length === 0) throw new PerceptError(nothingSaid);
    const blocks: StoredBlock[] = [];
    for (const [at, source] of attach.entries()) {
      const input = inputOf('chat.say', source, cwd);
      const taken = await takeIn({ door: this.#door, darkroom }, input, { signal });
      if (!taken.ok) throw new PerceptError({ ...taken.refusal, path: `attach[${at}]` });
      blocks.push(taken.value.block);
    }
    unwrap(admitPictures(blocks));
    const named = withOwnNames(
      [...(isBlank ? [] : [{ type: 'text', text } as const]), ...blocks],
      (name) => attachmentIn(this.entries, name) !== undefined,
    );
    unwrap(await this.#log.append({ type: 'message', role: 'user', parts: named }));
  }

  /**
   * Messages of the SDK, in its order: usually `result.responseMessages`. Messages before one that is refused, or before the signal, are kept.
   *
   * @example await chat.append(...result.responseMessages);
   * @example await chat.append(result.responseMessages, { signal: AbortSignal.timeout(10_000) });
   */
  async append(...given: Appended): Promise<void> {
    const [messages, options = {}] = isList(given) ? given : [given];
    checkOptions('chat.append', { messages }, { messages: listOf(spokenMessage) });
    const { signal } = checkOptions('chat.append', options, { signal: maybe(signalRule) });
    const facts = { messages: messages.length };
    const { onEvent } = this.#parts;
    await observed('chat.append', () => this.#append(messages, signal), { onEvent, facts });
  }

  async #append(
    messages: readonly ModelMessage[],
    signal = new AbortController().signal,
  ): Promise<void> {
    const { darkroom } = this.#parts;
    for (const [at, message] of messages.entries()) {
      signal.throwIfAborted();
      const entry = await entryOf(message, {
        door: this.#door,
        darkroom,
        model: this.#reader.name,
        known: (blob) => this.#known(blob),
        isTaken: (name) => attachmentIn(this.entries, name) !== undefined,
        signal,
      }).catch((error: unknown) => {
        if (!(error instanceof PerceptError)) throw error;
        throw new PerceptError({ ...error.refusal, path: `messages[${at}]` });
      });
      unwrap(await this.#log.append(entry));
    }
  }

  /** The whole conversation for the SDK. Media is named, and the model of this conversation resolves it. */
  messages(): ModelMessage[] {
    return messagesOf(this.entries, this.#reader.name);
  }

  /** `view` and `read`, `edit` where somebody can be asked, and the program's own. */
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
      known: this.#knownMedia,
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
  async forecast(
    model: AnyLanguageModel,
    { signal, ...options }: ForecastOptions = {},
  ): Promise<LensReport> {
    checkOptions('chat.forecast', { signal }, { signal: maybe(signalRule) });
    const reader = readerOf('chat.forecast', model, options);
    const { profile } = reader;
    const { probe, prompt } = await promptOf(model, messagesOf(this.entries, reader.name));
    const preview = this.#sessionBridge().preview(reader);
    const lowering = new PromptLowering({ profile, clock: Date.now });
    const presented = await this.#present(prompt, profile, signal);
    signal?.throwIfAborted();
    const { report } = await lowering.lower(probe, {
      prompt: isPromptLike(presented, prompt) ? presented : prompt,
      signal,
      dryRun: {
        session: new LensSession(this.#lens.state, { ...freshWorkings(), memo: this.#lens.memo }),
        media: { ...this.#media, describe: planned(preview) },
      },
    });
    return report;
  }

  #sessionBridge(): SessionBridge {
    return createSessionBridge(this.#bridge, undefined, undefined, this.#knownMedia);
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
    if (this.#model === name) return;
    this.#model = name;
    unwrap(await this.#log.append(factEntry({ fact: 'model', model: name })));
  }

  #heard(event: LensEvent): void {
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
    return (
      this.#shown.get(blob) ?? this.entries.flatMap(blocksOf).find(({ sha256 }) => sha256 === blob)
    );
  }

  #attached(blob: BlobId, name: string | undefined): StoredBlock | undefined {
    const same = this.entries
      .flatMap(blocksOf)
      .filter((block) => originalOf(block).sha256 === blob);
    return same.find((block) => 'name' in block.origin && block.origin.name === name) ?? same[0];
  }
}

const spokenMessage = shape({
  role: oneOf(['system', 'user', 'assistant', 'tool']),
  content: either('is a text or a list of parts', textRule, listOf(group)),
});

type AppendedList = [messages: readonly ModelMessage[], options?: AppendOptions];
type Appended = readonly ModelMessage[] | AppendedList;

function isList(given: Appended): given is AppendedList {
  return Array.isArray(given[0]);
}

interface NamedReader extends Reader {
  readonly name: string;
}

function readerOf(caller: string, model: AnyLanguageModel, options: ModelOptions): NamedReader {
  checkOptions(caller, { model }, { model: has('doGenerate', 'doStream') });
  checkOptions(caller, options, {
    profile: maybe(profileRule),
    capabilities: maybe(listOf(textRule)),
  });
  const { provider, modelId } = model;
  return { name: `${provider} ${modelId}`, host: provider, profile: profileFor(model, options) };
}
