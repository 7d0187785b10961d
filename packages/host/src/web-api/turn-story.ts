// A turn as events for the browser, from what the loop tells and from what the record gives back alike: one translation, so
// a page that comes back shows what it would have shown without leaving.
import type { LoopEvent } from '@percept/agent';
import { isRecord, readText } from '@percept/core/internal';
import { type BlobId, type Json, type MadeWords, type StoredBlock } from '@percept/core';
import type { Envelope } from '@percept/core/envelope';
import type { Message, SessionEvent } from '@percept/contract';
import { callEnvelope, noticeMessage, showMessage } from './show.ts';
import { showSighting, type SightingContext } from './sightings.ts';

export class TurnStory {
  readonly turn: number;
  readonly #model: string;
  readonly #context: SightingContext;
  readonly #calls = new Map<string, { readonly id: string; readonly envelope: Envelope }>();
  /** Where something that the model made is shown. */
  readonly #made = new Map<BlobId, { readonly id: string; readonly at: string }>();
  #count = 0;

  constructor(turn: number, model: string, context: SightingContext) {
    this.turn = turn;
    this.#model = model;
    this.#context = context;
  }

  async tell(happening: LoopEvent, at: string): Promise<readonly SessionEvent[]> {
    const { turn } = this;
    switch (happening.type) {
      case 'prompt-recorded': {
        const frame = { id: happening.messageId, role: 'user', at } as const;
        const message = await showMessage(frame, happening.parts, 'user', this.#context);
        const begun = { turn, at, model: this.#model, sightings: [], permissions: [] };
        return [{ type: 'turn-started', turn: { ...begun, messages: [message] } }];
      }
      case 'text-written': {
        const { messageId, text } = happening;
        return [{ type: 'text-appended', turn, message: messageId, kind: 'text', text, at }];
      }
      case 'thought-written': {
        const message = `${happening.messageId}-thought`;
        const { text } = happening;
        return [{ type: 'text-appended', turn, message, kind: 'thought', text, at }];
      }
      case 'tool-called':
        return this.#called(happening, at);
      case 'tool-answered':
        return this.#answered(happening, at);
      case 'media-made': {
        const { block, words } = happening;
        const frame = { id: this.#nextId('made'), at };
        this.#made.set(block.sha256, frame);
        const message = await this.#showMade(frame, block, words);
        return [{ type: 'message-added', turn, message }];
      }
      case 'made-described': {
        const { block, words } = happening;
        const frame = this.#made.get(block.sha256);
        if (!frame) return [];
        const message = await this.#showMade(frame, block, words);
        return [{ type: 'message-replaced', turn, message }];
      }
      case 'media-shown': {
        const sighting = await showSighting(happening.report, this.#context);
        return [{ type: 'media-shown', turn, sighting }];
      }
      case 'media-noticed':
      case 'history-compacted':
        return [this.#notice(happening.text, at)];
      case 'context-measured': {
        const { usedTokens, maxTokens, costUsd } = happening;
        const cost = costUsd === undefined ? {} : { costUsd };
        return [{ type: 'context-measured', turn, usedTokens, maxTokens, ...cost }];
      }
      case 'turn-ended': {
        const { end, usage, refusal } = happening;
        return [{ type: 'turn-ended', turn, end, usage, ...(refusal && { refusal }) }];
      }
    }
  }

  #showMade(
    frame: { readonly id: string; readonly at: string },
    block: StoredBlock,
    words: MadeWords | undefined,
  ): Promise<Message> {
    return showMessage(
      { ...frame, role: 'assistant', ...(words && { words: new Map([[block.sha256, words]]) }) },
      [block],
      'ai-generation',
      this.#context,
    );
  }

  #notice(words: string, at: string): SessionEvent {
    const message = noticeMessage(this.#nextId('notice'), at, words);
    return { type: 'message-added', turn: this.turn, message };
  }

  async #called(
    { callId, tool, input }: Extract<LoopEvent, { type: 'tool-called' }>,
    at: string,
  ): Promise<readonly SessionEvent[]> {
    const call = {
      id: this.#nextId('call'),
      envelope: callEnvelope(at, { tool, callId, input }, targetIn(input)),
    };
    this.#calls.set(callId, call);
    const frame = {
      id: call.id,
      role: 'tool',
      at,
      tool: { callId, name: tool, state: 'called' },
    } as const;
    const message = await showMessage(frame, [call.envelope], 'system', this.#context);
    return [{ type: 'message-added', turn: this.turn, message }];
  }

  async #answered(
    { callId, tool, outcome, content }: Extract<LoopEvent, { type: 'tool-answered' }>,
    at: string,
  ): Promise<readonly SessionEvent[]> {
    const call = this.#calls.get(callId);
    const frame = {
      id: call?.id ?? this.#nextId('call'),
      role: 'tool',
      at: call?.envelope.meta.ts ?? at,
      tool: { callId, name: tool, state: outcome },
    } as const;
    const parts = [...(call ? [call.envelope] : []), ...content];
    const message = await showMessage(frame, parts, 'system', this.#context);
    return [{ type: 'message-replaced', turn: this.turn, message }];
  }

  #nextId(what: string): string {
    this.#count += 1;
    return `${what}-${this.turn}-${this.#count}`;
  }
}

/** What a call is about, for its title. */
function targetIn(input: Json): readonly string[] {
  const target = isRecord(input) ? (input['ref'] ?? input['path']) : undefined;
  const text = readText(target);
  return text === undefined ? [] : [text];
}
