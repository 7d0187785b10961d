// Everything that a host can be told while a turn runs, as one closed union. Deltas of text are
// told as they come; every other event about the record comes after its entry is durable.
import type {
  MadeWords,
  Refusal,
  StoredBlock,
  TextPart,
  ToolResultPart,
  Json,
} from '@percept/core';
import type { TurnEnd } from '@percept/contract';
import type { Recipient } from '../bridge/event.ts';
import type { RequestReport } from './report.ts';
import type { TurnUsage } from './usage.ts';

export type { Recipient, TurnEnd };

export type PromptPart = TextPart | StoredBlock;

export interface Ended {
  readonly end: TurnEnd;
  readonly refusal?: Refusal;
}

export type LoopEvent =
  | {
      readonly type: 'prompt-recorded';
      readonly messageId: string;
      readonly parts: readonly PromptPart[];
    }
  | { readonly type: 'text-written'; readonly messageId: string; readonly text: string }
  | { readonly type: 'thought-written'; readonly messageId: string; readonly text: string }
  | {
      readonly type: 'tool-called';
      readonly callId: string;
      readonly tool: string;
      readonly input: Json;
      readonly paths: readonly string[];
    }
  | {
      readonly type: 'tool-answered';
      readonly callId: string;
      readonly tool: string;
      readonly outcome: ToolResultPart['outcome'];
      readonly content: ToolResultPart['content'];
      readonly paths: readonly string[];
    }
  /** The model made it: a picture, a sound or a file, stored and part of its message by now. */
  | {
      readonly type: 'media-made';
      readonly messageId: string;
      readonly block: StoredBlock;
      /** The model's own; without them local eyes or ears may still have some, told as `made-described`. */
      readonly words?: MadeWords;
    }
  /** What was made without a word, put into words on this device. */
  | { readonly type: 'made-described'; readonly block: StoredBlock; readonly words: MadeWords }
  /** A request with media went to a model, or local eyes looked. */
  | { readonly type: 'media-shown'; readonly report: RequestReport }
  /** Something was done with media that the person did not ask for and has a right to know. */
  | {
      readonly type: 'media-noticed';
      readonly change: 'described' | 'resized' | 'elided' | 'withheld' | 'refused';
      readonly text: string;
      readonly recipient?: Recipient;
    }
  | {
      readonly type: 'context-measured';
      readonly usedTokens: number;
      readonly maxTokens: number;
      readonly costUsd?: number;
    }
  | {
      readonly type: 'history-compacted';
      readonly summary: string;
      readonly turns: number;
      /** For the person: what was done, and what is still at hand. */
      readonly text: string;
    }
  | {
      readonly type: 'turn-ended';
      readonly end: TurnEnd;
      readonly usage: TurnUsage;
      /** Set when the end is `failed`. */
      readonly refusal?: Refusal;
    };
