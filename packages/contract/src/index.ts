// What the browser and the server say to each other: whoever changes one side here changes the other, or the compiler says
// so. Types, and one pure function that applies an event to a view; runs in a browser.
//
//   GET    /api/status                              Status
//   POST   /api/uploads                             raw body → text/event-stream of UploadEvent
//            x-upload-name: percent-encoded file name · content-type: what the browser claims
//   GET    /api/uploads/:upload                     Uploaded
//   DELETE /api/uploads/:upload                     204
//   POST   /api/forecast            Draft           Forecast: what sending it would do, for this model
//   GET    /api/sessions?after=                     SessionList
//   POST   /api/sessions            NewSession      201 SessionView
//   GET    /api/sessions/:id?before=&turns=         SessionView
//   DELETE /api/sessions/:id                        204
//   POST   /api/sessions/:id/model  ChooseModel     SessionSummary
//   POST   /api/sessions/:id/turns  NewTurn         202 StartedTurn (the events tell the rest)
//   POST   /api/sessions/:id/cancel                 204
//   POST   /api/sessions/:id/fork   ForkSession     201 SessionView
//   POST   /api/sessions/:id/permissions/:permission  GivenAnswer  204; the first answer to a question is the answer
//   GET    /api/sessions/:id/events?after=          text/event-stream of SessionEvent (EventSource works: the id of an
//                                                   event is its cursor, and Last-Event-ID is honoured)
//   GET    /api/sessions/:id/timeline?after=        Timeline
//   GET    /api/sessions/:id/debug-bundle           a JSON download
//   …      /api/runs                                runs of OpenWOP: run.ts
//   POST   /api/sign-in-links                       201 { link, expiresAt }: for another browser of the same tenant
//   POST   /api/sign-out                            204; the cookie is over
//
// Every answer that is not 2xx has an ApiError as its body. State-changing requests must come from the page itself
// (Sec-Fetch-Site: same-origin, or an Origin that is this server), with the cookie of the session key or a bearer token.
import type { Json, Refusal } from '@percept/core';
import type { Envelope, Rendering } from '@percept/core/envelope';
import type { SlotReport } from '@percept/core/lens';
import type {
  ChangeLine,
  PermissionAnswer,
  PermissionScope,
} from '@percept/core/internal/permission';
import type { AssetLink, MediaFacts } from './upload.ts';

export type {
  MediaRoute,
  ModelCard,
  ModelLimits,
  ModelPrice,
  Status,
  UploadLimits,
} from './status.ts';
export type {
  ForkedRun,
  RunAnswer,
  RunChange,
  RunFault,
  RunFork,
  RunLine,
  RunList,
  RunQuestion,
  RunSpent,
  RunStatus,
  RunStep,
  RunSummary,
  RunView,
} from './run.ts';
export type {
  AssetLink,
  FileForecast,
  Forecast,
  MediaFacts,
  Uploaded,
  UploadEvent,
} from './upload.ts';

/** The body of every answer that is not 2xx. */
export interface ApiError {
  /** A closed word, such as `not_found`, `unauthorized`, `too_large`. */
  readonly error: string;
  readonly message: string;
  readonly details?: {
    /** Set when media or a request was refused. */
    readonly refused?: Refusal['refused'];
    readonly hint?: string;
    readonly limit?: Refusal['limit'];
  };
}

// Envelopes (of @percept/core/envelope): how everything that is shown in a message travels. `<media-envelope>` renders them.

/**
 * The kinds that messages are made of. Payloads:
 *   vendor.percept.text       { text }                      display markdown (what a person or a model wrote)
 *   vendor.percept.thought    { text }                      display markdown
 *   vendor.percept.code       { text }                      display code, lang
 *   vendor.percept.tool-call  { tool, callId, input }       display card, title
 *   vendor.percept.notice     { text, change? }             display card
 *   media.image|audio|file    { url, mimeType, bytes, … }   display image|audio|file, alt
 *   error                     { code, message, … }          a refusal
 */
export type EnvelopeKind =
  | 'vendor.percept.text'
  | 'vendor.percept.thought'
  | 'vendor.percept.code'
  | 'vendor.percept.tool-call'
  | 'vendor.percept.notice'
  | 'media.image'
  | 'media.audio'
  | 'media.file'
  | 'error';

// Sessions.

export interface SessionList {
  readonly sessions: readonly SessionSummary[];
  /** Give it as `after` for the next page. */
  readonly next?: string;
}

export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
  /** The name of a model card. */
  readonly model: string;
  readonly running: boolean;
}

export interface NewSession {
  readonly model?: string;
}

/** A message that is not sent yet. */
export interface Draft {
  readonly text: string;
  readonly uploads: readonly string[];
  /** Absent for a conversation that has not begun. */
  readonly session?: string;
  readonly model?: string;
}

export interface ChooseModel {
  readonly model: string;
}

export interface SessionView extends SessionSummary {
  /** The newest turns, oldest first. */
  readonly turns: readonly Turn[];
  /** True: there are older ones; ask with `before` = the number of the first turn here. */
  readonly hasEarlier: boolean;
  /** Everything up to here is in `turns`: give it as `after` to the events. */
  readonly cursor: string;
  readonly costUsd?: number;
}

export interface Turn {
  /** Counted from 1 within the session. */
  readonly turn: number;
  readonly at: string;
  /** Who answered. */
  readonly model: string;
  readonly messages: readonly Message[];
  /** What the model saw, request by request. */
  readonly sightings: readonly Sighting[];
  /** Questions that wait for the person. */
  readonly permissions: readonly Permission[];
  /** Absent while the turn runs, and for a turn that was cut off. */
  readonly end?: TurnEnd;
  readonly usage?: TurnUsage;
  readonly refusal?: Refusal;
  readonly context?: { readonly usedTokens: number; readonly maxTokens: number };
}

/** How a turn ended. `declined`: the model, or its provider, would not. */
export type TurnEnd =
  | 'answered'
  | 'cancelled'
  | 'declined'
  | 'length-reached'
  | 'steps-reached'
  | 'failed';

/** What a turn cost: the provider's own figures, or estimates that say so. */
export interface TurnUsage extends Spent {
  /** Who was asked for it, and for what: helpers are on the bill. */
  readonly models: readonly ModelUsage[];
}

export interface ModelUsage extends Spent {
  readonly model: string;
  readonly host: string;
  readonly purpose: Purpose;
}

/** What a model was asked for: to answer, to look for another one, to summarise, to draw, to speak. */
export type Purpose = 'answer' | 'describe' | 'summary' | 'draw' | 'say';

/** What requests took, all together. */
export interface Spent {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** How many it took; one that was refused counts, and costs nothing. */
  readonly requests: number;
  readonly source: 'provider' | 'estimate';
  /** Of what has a price; absent where none is known. */
  readonly costUsd?: number;
}

export interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'tool' | 'notice';
  readonly at: string;
  /** Of a tool's message: which call it answers, and how that went. */
  readonly tool?: {
    readonly callId: string;
    readonly name: string;
    readonly state: 'called' | 'succeeded' | 'failed';
  };
  readonly envelopes: readonly Envelope[];
  /** By `envelopeId`: what an envelope's closed payload has no room for, so that a picture's place is reserved. */
  readonly facts?: Readonly<Record<string, EnvelopeFacts>>;
}

export interface EnvelopeFacts {
  readonly name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  /** The uploaded file before it was reduced. */
  readonly original?: MediaFacts;
}

export interface NewTurn {
  readonly text: string;
  readonly uploads: readonly string[];
  /** An earlier turn whose message is sent once more, with its media; text and uploads are then not looked at. */
  readonly again?: number;
  /** An earlier turn in whose place this is sent. It and all that came after count no more; the record keeps them. */
  readonly edits?: EditedTurn;
}

export interface EditedTurn {
  readonly turn: number;
  /** Which pieces of its media stay, by their place in the message, from 0. */
  readonly keeps: readonly number[];
}

/** A conversation of its own that begins with the same turns. */
export interface ForkSession {
  /** The last turn that both have. */
  readonly turn: number;
}

export interface StartedTurn {
  readonly turn: number;
  /** The event before the first of this turn. */
  readonly cursor: string;
}

/** Asked before a file is written or a server is called; texts are spelled, and whole. */
export interface Permission {
  readonly id: string;
  readonly callId: string;
  readonly title: string;
  readonly notes: readonly string[];
  readonly lines: readonly ChangeLine[];
  /** What may be allowed, and in which words. */
  readonly offers: readonly PermissionOffer[];
  /** Of exactly this; it comes back with the answer. */
  readonly digest: string;
}

export interface PermissionOffer {
  readonly scope: PermissionScope;
  readonly words: string;
}

export interface GivenAnswer {
  readonly answer: PermissionAnswer;
  readonly digest: string;
}

/** Everything that happens in a session after a cursor. `foldEvent` applies one to a view. */
export type SessionEvent =
  /** What came before is not held any more: fetch the session again. */
  | { readonly type: 'reset' }
  | { readonly type: 'turn-started'; readonly turn: Turn }
  | { readonly type: 'message-added'; readonly turn: number; readonly message: Message }
  /** The assistant writes: into the first envelope of this message. */
  | {
      readonly type: 'text-appended';
      readonly turn: number;
      readonly message: string;
      readonly kind: 'text' | 'thought';
      readonly text: string;
      readonly at: string;
    }
  /** The same id with its final envelopes: a tool answered, a text is complete. */
  | { readonly type: 'message-replaced'; readonly turn: number; readonly message: Message }
  | { readonly type: 'media-shown'; readonly turn: number; readonly sighting: Sighting }
  | { readonly type: 'permission-asked'; readonly turn: number; readonly permission: Permission }
  | {
      readonly type: 'permission-answered';
      readonly turn: number;
      readonly permission: string;
      readonly allowed: boolean;
    }
  | {
      readonly type: 'context-measured';
      readonly turn: number;
      readonly usedTokens: number;
      readonly maxTokens: number;
      readonly costUsd?: number;
    }
  | {
      readonly type: 'turn-ended';
      readonly turn: number;
      readonly end: TurnEnd;
      readonly usage: TurnUsage;
      readonly refusal?: Refusal;
    }
  | { readonly type: 'session-changed'; readonly title: string; readonly model: string };

// What the model saw.

export interface Sighting {
  readonly model: string;
  /** `this device` when nothing left it. */
  readonly host: string;
  /** `none` when nothing left this device. */
  readonly wire: string;
  readonly images: number;
  readonly estimatedImageTokens: number;
  readonly estimatedTextTokens: number;
  /** Base64 letters of media that went out. */
  readonly mediaBytes: number;
  readonly slots: readonly SightingSlot[];
}

/** The stored report of one piece, with addresses for its pixels. */
export interface SightingSlot extends Omit<SlotReport, 'found' | 'sent'> {
  /** What the person attached, by its name in the session. */
  readonly attachment?: string;
  /** In which form of the rule table it went: `pixels`, `pages`, `text` … */
  readonly form?: string;
  readonly pages?: { readonly total: number; readonly shown: number };
  /** Of a text: characters in all, and in the request. */
  readonly chars?: { readonly total: number; readonly shown: number };
  /** What was attached, as it came. */
  readonly original?: MediaFacts;
  /** The original pixels that the history refers to. */
  readonly found?: AssetLink;
  /** The pixels that really went out. */
  readonly sent?: AssetLink;
  /** Who put it into words, when somebody did. */
  readonly bridgedBy?: { readonly model: string; readonly host: string };
}

// The inspector.

export interface Timeline {
  readonly entries: readonly TimelineEntry[];
  /** Give it as `after` for the next page. */
  readonly next?: number;
}

/** One entry of the record, as it was written. */
export interface TimelineEntry {
  readonly seq: number;
  readonly at: string;
  readonly hash: string;
  readonly type: string;
  /** One line for people. */
  readonly summary: string;
  readonly envelopes: readonly Inspected[];
  /** The entry itself: secrets redacted, long texts cut, media by reference. */
  readonly entry: Json;
}

export interface Inspected {
  readonly envelope: Envelope;
  readonly hint?: Rendering;
  readonly validation:
    | { readonly valid: true }
    | { readonly valid: false; readonly problems: readonly string[] };
}
