// What a chat talks to. The chat knows no store, no model and no decoder: whoever wires it brings them behind these ports,
// and every name and text that comes through here is somebody else's and is treated so.
import type { Outcome, Refusal, Size } from '@percept/core';
import type { Permission, PermissionAnswer } from '@percept/core/internal/permission';
import type { Pixels } from '../drawing.ts';

/** A picture that can be drawn; `id` is for whoever keeps its bytes. */
export interface Picture extends Size {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

export interface Attachment extends Omit<Picture, keyof Size> {
  readonly kind: 'image' | 'audio' | 'file';
  /** As it came. */
  readonly picture?: Picture | undefined;
}

/** What an attachment means for the model that is asked now. */
export interface Appraisal {
  /** Without brackets: "downscaled", "described by local eyes". */
  readonly badges: readonly string[];
  /** The size at which it goes out, where that is smaller. */
  readonly sent?: Size | undefined;
  /** An estimate; undefined where nobody can know before the provider answers. */
  readonly estimatedTokens?: number | undefined;
}

export interface Appraised {
  readonly attachment: Attachment;
  readonly appraisal: Appraisal;
}

/** How much of the model's context is used. */
export interface ContextUse {
  readonly usedTokens: number;
  readonly maxTokens: number;
}

export type Arrival =
  | { readonly kind: 'clipboard' }
  /** What was pasted or dropped: files, or text. */
  | { readonly kind: 'drop'; readonly text: string }
  | { readonly kind: 'path'; readonly path: string };

export interface ModelFacts {
  readonly name: string;
  readonly host: string;
  readonly sees: boolean;
  /** What it makes by itself, besides words. */
  readonly makes: readonly ('draws' | 'speaks')[];
}

export interface SessionFacts {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
}

export interface Usage extends Spent {
  /** Who was asked, and for what. */
  readonly models: readonly (Spent & {
    readonly model: string;
    readonly host: string;
    readonly purpose: 'answer' | 'describe' | 'summary' | 'draw' | 'say';
  })[];
}

export interface Spent {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly requests: number;
  readonly source: 'provider' | 'estimate';
  readonly costUsd?: number | undefined;
}

/** One piece of media in the newest request, as the model got it. */
export interface SeenSlot {
  readonly name: string;
  readonly kind: string;
  readonly action: string;
  readonly reason: string;
  readonly place: string;
  /** Of an attachment: `pixels`, `pages`, `text` … */
  readonly form?: string | undefined;
  /** Of a text: characters in all, and in the request. */
  readonly chars?: { readonly total: number; readonly shown: number } | undefined;
  readonly estimatedTokens: number;
  readonly bytes: number;
  readonly words?: string | undefined;
  readonly picture?: Picture | undefined;
}

export interface Seen {
  readonly model: string;
  readonly host: string;
  readonly estimatedImageTokens: number;
  readonly slots: readonly SeenSlot[];
}

export type ChatEvent =
  | {
      readonly type: 'prompt-recorded';
      readonly text: string;
      readonly attachments: readonly Attachment[];
    }
  | { readonly type: 'text-written'; readonly text: string }
  | { readonly type: 'thought-written'; readonly text: string }
  | { readonly type: 'tool-called'; readonly callId: string; readonly title: string }
  | {
      readonly type: 'tool-answered';
      readonly callId: string;
      readonly title: string;
      readonly failed: boolean;
      /** The beginning of what it said. */
      readonly text: string;
      readonly pictures: readonly Picture[];
    }
  /** The model made it; `words` are for whoever cannot see it. */
  | { readonly type: 'media-made'; readonly made: Attachment; readonly words: string }
  /** Put into words later, by local eyes or ears. */
  | { readonly type: 'made-described'; readonly made: Attachment; readonly words: string }
  | { readonly type: 'media-noticed'; readonly text: string }
  | { readonly type: 'media-shown'; readonly seen: Seen }
  | { readonly type: 'context-measured'; readonly usedTokens: number; readonly maxTokens: number }
  | { readonly type: 'history-compacted'; readonly text: string }
  | {
      readonly type: 'turn-ended';
      readonly end: string;
      readonly usage: Usage;
      readonly refusal?: Refusal | undefined;
    };

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly permit: (permission: Permission, signal: AbortSignal) => Promise<PermissionAnswer>;
}

/** One session, open. */
export interface Conversation {
  readonly id: string;
  readonly model: ModelFacts | undefined;
  readonly maxImagesPerMessage: number;
  /** Files and pictures; undefined when a drop is plain text. */
  take(arrival: Arrival, signal: AbortSignal): Promise<readonly Outcome<Attachment>[] | undefined>;
  /** What sending would do with it now, together with all that was taken and not released. */
  appraise(attachment: Attachment): Appraisal;
  /** They are not sent after all. */
  release(attachments: readonly Attachment[]): Promise<void>;
  ask(
    text: string,
    attachments: readonly Attachment[],
    options: AskOptions,
  ): AsyncIterable<ChatEvent>;
  /** What a model made here under this name, or else the newest. */
  made(name?: string): Attachment | undefined;
  /** What was said before, as it was told. */
  history(): Iterable<ChatEvent>;
  /** Of all turns that ended. */
  usage(): readonly Usage[];
  /** What the newest request showed a model. */
  seen(): Seen | undefined;
  switchModel(name: string): Promise<Outcome<ModelFacts>>;
}

/** The runtime behind the chat. */
export interface ChatHost {
  readonly version: string;
  readonly folder: string;
  /** Said once, at the beginning. */
  readonly notices: readonly string[];
  readonly models: readonly ModelFacts[];
  /** A new session, or the one with this id. */
  open(id?: string): Promise<Outcome<Conversation>>;
  list(): Promise<Outcome<readonly SessionFacts[]>>;
  /** Paths that begin so, folders with a slash at the end. */
  complete(beginning: string): Promise<readonly string[]>;
  /** Its pixels at this size, or smaller where the picture is. */
  develop(picture: Picture, size: Size): Promise<Outcome<Pixels>>;
  /** Writes it there, or under its name in this folder, and never over something; says where. */
  save(made: Attachment, path?: string): Promise<Outcome<string>>;
  /** Plays a sound to its end; says with what. */
  play(sound: Attachment, signal: AbortSignal): Promise<Outcome<string>>;
}
