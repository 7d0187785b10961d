// Every call has exactly one result, results come before anything else is said, and hoisted images come after all of them.
import type { Trace, TraceEvent, Turn } from './trace.ts';
import { finding, type Finding, type JudgedWire, type Rule, type SeenCall } from './verdict.ts';

interface OpenCall {
  readonly id: string;
  readonly tool: string;
  readonly location: string;
  result?: string;
  /** Something else was said before its result came. */
  interrupted: boolean;
}

export interface TurnVerdict {
  readonly findings: readonly Finding[];
  readonly calls: readonly SeenCall[];
}

export function judgeTurns(trace: Trace, wire: JudgedWire): TurnVerdict {
  const court = new Court(trace.continued, wire);
  let previous: Turn | undefined;
  for (const turn of trace.turns) {
    court.begin(turn, previous);
    for (const event of turn.events) court.hear(event, turn);
    previous = turn;
  }
  return court.close();
}

class Court {
  readonly #findings: Finding[] = [];
  readonly #calls: OpenCall[] = [];
  readonly #open = new Set<OpenCall>();
  readonly #byId = new Map<string, OpenCall>();
  readonly #wire: JudgedWire;
  readonly #continued: boolean;
  #remoteCalls = 0;

  constructor(continued: boolean, wire: JudgedWire) {
    this.#continued = continued;
    this.#wire = wire;
  }

  begin(turn: Turn, previous: Turn | undefined): void {
    if (this.#wire === 'mistral-chat' && turn.role === 'user' && previous?.role === 'tool')
      this.#find(
        'user-after-tool',
        turn.location,
        'A user message stands straight after a tool message.',
      );
    if (this.#wire === 'bedrock-converse' && turn.role === (previous?.role ?? 'assistant'))
      this.#find(
        'role-order',
        turn.location,
        `Two messages of ${turn.role} in a row, or an assistant first.`,
      );
    if (turn.role === 'assistant') this.#interrupt();
  }

  hear(event: TraceEvent, turn: Turn): void {
    switch (event.kind) {
      case 'call':
        this.#call(event);
        return;
      case 'result':
        this.#result(event);
        return;
      case 'remote-call':
        this.#remoteCalls += 1;
        return;
      case 'media':
        if (turn.role === 'user' && this.#open.size > 0)
          this.#find(
            'image-before-results',
            event.location,
            'Media stands before the last tool result of its turn.',
          );
        this.#said(turn);
        return;
      case 'words':
        this.#said(turn);
        return;
      case 'fault':
        this.#findings.push(event.finding);
        return;
    }
  }

  #call(event: Extract<TraceEvent, { kind: 'call' }>): void {
    const { id, tool, location } = event;
    if (this.#byId.has(id))
      this.#find('result-repeated', location, `The call id ${JSON.stringify(id)} was used before.`);
    const call: OpenCall = { id, tool, location, interrupted: false };
    this.#calls.push(call);
    this.#open.add(call);
    this.#byId.set(id, call);
  }

  #result(event: Extract<TraceEvent, { kind: 'result' }>): void {
    for (const inner of event.content)
      if (inner.kind === 'fault') this.#findings.push(inner.finding);
    const call = this.#byId.get(event.id);
    if (!call) {
      if (this.#continued) return;
      if (this.#remoteCalls > 0) this.#remoteCalls -= 1;
      else
        this.#find(
          'result-unpaired',
          event.location,
          `No call has the id ${JSON.stringify(event.id)}.`,
        );
      return;
    }
    if (call.result !== undefined) {
      this.#find(
        'result-repeated',
        event.location,
        `The call ${JSON.stringify(event.id)} already has a result.`,
      );
      return;
    }
    call.result = event.location;
    this.#open.delete(call);
    if (call.interrupted)
      this.#find('result-order', event.location, 'The result comes after something else was said.');
  }

  #said(turn: Turn): void {
    if (turn.role === 'user' || turn.role === 'system') this.#interrupt();
  }

  #interrupt(): void {
    // Items of Responses are turns of their own, so there a new turn says nothing.
    if (this.#wire === 'responses') return;
    for (const call of this.#open) call.interrupted = true;
  }

  #find(rule: Rule, location: string, message: string): void {
    this.#findings.push(finding(rule, location, message));
  }

  close(): TurnVerdict {
    for (const call of this.#open)
      this.#find(
        'call-unpaired',
        call.location,
        `The call ${JSON.stringify(call.id)} has no result.`,
      );
    const calls = this.#calls.map(({ id, tool, location, result }) => ({
      id,
      tool,
      location,
      ...(result !== undefined && { result }),
    }));
    return { findings: this.#findings, calls };
  }
}
