// One event applied to a view of a session, the same way on both sides: what a page shows after a reload is what it would
// have shown without one.
import type { Envelope } from '@percept/core/envelope';
import type { Message, SessionEvent, SessionView, Turn } from './index.ts';

type TextAppended = Extract<SessionEvent, { type: 'text-appended' }>;
type InTurn = Exclude<SessionEvent, { type: 'reset' | 'turn-started' | 'session-changed' }>;

/** The view after the event. `reset` changes nothing: the session is to be fetched again. */
export function foldEvent(view: SessionView, event: SessionEvent): SessionView {
  const turns = foldTurns(view.turns, event);
  switch (event.type) {
    case 'reset':
      return view;
    case 'session-changed':
      return { ...view, title: event.title, model: event.model };
    case 'turn-started':
      return { ...view, turns, running: true };
    case 'turn-ended':
      return { ...view, turns, running: false };
    case 'context-measured':
      return { ...view, turns, ...(event.costUsd !== undefined && { costUsd: event.costUsd }) };
    default:
      return { ...view, turns };
  }
}

export function foldTurns(turns: readonly Turn[], event: SessionEvent): readonly Turn[] {
  switch (event.type) {
    case 'reset':
    case 'session-changed':
      return turns;
    case 'turn-started':
      // A turn that is tried again or edited takes the place of what came after it, too.
      return [...turns.filter(({ turn }) => turn < event.turn.turn), event.turn];
    default:
      return turns.map((turn) => (turn.turn === event.turn ? foldTurn(turn, event) : turn));
  }
}

function foldTurn(turn: Turn, event: InTurn): Turn {
  switch (event.type) {
    case 'message-added':
    case 'message-replaced':
      return { ...turn, messages: withMessage(turn.messages, event.message) };
    case 'text-appended':
      return { ...turn, messages: withText(turn.messages, event) };
    case 'media-shown':
      return { ...turn, sightings: [...turn.sightings, event.sighting] };
    case 'permission-asked':
      return { ...turn, permissions: [...turn.permissions, event.permission] };
    case 'permission-answered':
      return {
        ...turn,
        permissions: turn.permissions.filter(({ id }) => id !== event.permission),
      };
    case 'context-measured': {
      const { usedTokens, maxTokens } = event;
      return { ...turn, context: { usedTokens, maxTokens } };
    }
    case 'turn-ended': {
      const { end, usage, refusal } = event;
      return { ...turn, end, usage, permissions: [], ...(refusal && { refusal }) };
    }
  }
}

function withMessage(messages: readonly Message[], message: Message): readonly Message[] {
  return messages.some(({ id }) => id === message.id)
    ? messages.map((known) => (known.id === message.id ? message : known))
    : [...messages, message];
}

function withText(messages: readonly Message[], event: TextAppended): readonly Message[] {
  const known = messages.find(({ id }) => id === event.message);
  const text = written(known?.envelopes[0]) + event.text;
  return withMessage(messages, {
    id: event.message,
    role: 'assistant',
    at: known?.at ?? event.at,
    envelopes: [writing(event, text, known?.at ?? event.at)],
  });
}

function written(envelope: Envelope | undefined): string {
  const payload = envelope?.payload;
  const text =
    typeof payload === 'object' && payload !== null && 'text' in payload ? payload['text'] : '';
  return typeof text === 'string' ? text : '';
}

function writing({ kind, message }: TextAppended, text: string, ts: string): Envelope {
  return {
    type: `vendor.percept.${kind}`,
    schemaVersion: 1,
    envelopeId: `${message}:0`,
    correlationId: `${message}:0`,
    payload: { text },
    meta: { source: 'ai-generation', ts, rendering: { display: 'markdown' } },
  };
}
