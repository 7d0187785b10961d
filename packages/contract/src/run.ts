// Runs of OpenWOP, as the page reads them: the server folds the log, the page shows it. Part of the contract.
//
//   GET    /api/runs?after=                         RunList
//   GET    /api/runs/:run                           RunView
//   GET    /api/runs/:run/events?after=             text/event-stream of RunChange (EventSource works); ends with the run,
//                                                   and 204 where nothing more can come
//   POST   /api/runs/:run/cancel                    200
//   POST   /api/runs/:run:fork      RunFork         201 ForkedRun
//   POST   /api/runs/:run/interrupts/:step          RunAnswer  200
//
// They are there where the server has OpenWOP (`Status.extensions`), and act as the routes under `/v1/runs` do.
import type { Json } from '@percept/core';
import type { Envelope } from '@percept/core/envelope';
import type { Message } from './index.ts';

export type RunStatus =
  | 'pending'
  | 'running'
  | 'waiting-approval'
  | 'waiting-input'
  | 'completed'
  | 'failed'
  | 'cancelling'
  | 'cancelled';

export interface RunList {
  readonly runs: readonly RunSummary[];
  /** Give it as `after` for the next page. */
  readonly next?: string;
}

export interface RunSummary {
  readonly id: string;
  readonly workflow: string;
  readonly status: RunStatus;
  readonly startedAt: string;
  readonly endedAt?: string;
}

export interface RunView extends RunSummary {
  /** Who started it, as the log names them. */
  readonly principal: string;
  readonly forkedFrom?: { readonly run: string; readonly mode: RunFork['mode'] };
  /** Every step of the workflow, in its order. */
  readonly steps: readonly RunStep[];
  readonly error?: RunFault;
  /** What it waits for. */
  readonly question?: RunQuestion;
  readonly bill: readonly RunSpent[];
  readonly events: number;
  /** What the one who asks may do with it now. */
  readonly may: readonly ('cancel' | 'fork' | 'answer')[];
}

export interface RunStep {
  readonly id: string;
  /** Which kind of node. */
  readonly kind: string;
  readonly status: 'waiting' | 'running' | 'suspended' | 'completed' | 'failed' | 'cancelled';
  readonly attempts: number;
  readonly error?: RunFault;
}

export interface RunFault {
  readonly code: string;
  readonly message: string;
}

/** One model's share of what a run cost. */
export interface RunSpent {
  readonly model: string;
  readonly provider: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly requests: number;
  /** Of what has a price; absent where none is known. */
  readonly costUsd?: number;
}

export type RunQuestion =
  | {
      readonly kind: 'approval';
      readonly step: string;
      readonly title: string;
      readonly description?: string;
      readonly actions: readonly string[];
    }
  | {
      readonly kind: 'clarification';
      readonly step: string;
      readonly questions: readonly { readonly id: string; readonly question: string }[];
    };

/** One event of the log. */
export interface RunLine {
  readonly sequence: number;
  readonly at: string;
  /** As OpenWOP names it. */
  readonly type: string;
  readonly step?: string;
  /** One sentence for people. */
  readonly words: string;
  readonly tone: 'plain' | 'told' | 'refused';
  /** What it shows: media, cards, words of a model. */
  readonly envelopes: readonly Envelope[];
  /** By `envelopeId`, as in a message. */
  readonly facts?: Message['facts'];
  /** A piece of what a model is writing; the whole comes with the end of its step. */
  readonly piece?: string;
}

/** What happened since the last one: the run as it is now, and the lines that are new. */
export interface RunChange {
  readonly run: RunView;
  readonly lines: readonly RunLine[];
}

export interface RunFork {
  /** `replay` repeats what was recorded; `branch` does again what comes from `fromSeq` on. */
  readonly mode: 'replay' | 'branch';
  readonly fromSeq: number;
}

export interface ForkedRun {
  readonly runId: string;
}

export interface RunAnswer {
  readonly resumeValue:
    | { readonly action: string }
    | { readonly answers: Readonly<Record<string, Json>> };
}
