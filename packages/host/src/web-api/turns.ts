// One turn of a conversation, from what the person sent to its end. It is acknowledged once the message is in the record,
// and from then on it runs by itself: whether anybody watches changes nothing.
import { randomUUID } from 'node:crypto';
import { noUsage } from '@percept/agent/internal';
import type { LoopEvent, Permit, PromptPart, TurnOptions } from '@percept/agent';
import {
  accept,
  refuse,
  type Outcome,
  type RecordEntry,
  type Refusal,
  type StoredBlock,
  type TenantId,
} from '@percept/core';
import { isMediaPart } from '@percept/core/internal';
import { scopeWords } from '@percept/core/internal/permission';
import { composePrompt } from './compose-prompt.ts';
import type { EditedTurn, NewTurn, SessionEvent, StartedTurn } from '@percept/contract';
import { Conversations, type Conversation } from './conversations.ts';
import type { Places } from '../places.ts';
import type { WebLimits } from './limits.ts';
import { localName } from './model-card.ts';
import { sentIn, type SightingContext } from './sightings.ts';
import { isPrompt, titleOf } from './history.ts';
import { TurnStory } from './turn-story.ts';
import type { Upload, UploadStore } from './upload-store.ts';
import type { TurnLeases } from './turn-leases.ts';

export interface TurnSetup {
  readonly limits: WebLimits;
  readonly uploads: UploadStore;
  readonly places: Places;
  readonly contextOf: (conversation: Conversation) => SightingContext;
  /** Where several servers share the memory. */
  readonly leases?: TurnLeases | undefined;
  readonly clock: () => number;
  /** A bug in a turn: for whoever runs the server. */
  readonly report: (error: unknown) => void;
}

export async function startTurn(
  setup: TurnSetup,
  conversation: Conversation,
  asked: NewTurn,
): Promise<Outcome<StartedTurn>> {
  const { open, live, tenant } = conversation;
  if (open.turn) return refuse(busy);
  const leave = setup.places.enter(tenant);
  if (!leave) return refuse(tooManyTurns);
  const stop = new AbortController();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  open.turn = { stop, done };
  let release: (() => void) | undefined;
  const end = (): void => {
    open.turn = undefined;
    release?.();
    leave();
    finish();
  };
  try {
    const lease = await setup.leases?.take(conversation.id, open.session.entries.length);
    if (lease && !lease.ok) {
      end();
      return lease;
    }
    release = lease?.value;
    const prepared = await prepare(setup, conversation, asked);
    if (!prepared.ok) {
      end();
      return prepared;
    }
    const { parts, uploads } = prepared.value;
    const replaces = replacedBy(asked);
    const turn = replaces?.turn ?? Conversations.turnsOf(conversation) + 1;
    const { cursor } = live;
    const permit = permitBy(conversation, turn);
    const events = open.session.prompt(parts, { signal: stop.signal, permit, replaces });
    const first = await events.next();
    if (first.done || first.value.type !== 'prompt-recorded') {
      await events.return();
      end();
      const refusal = !first.done && first.value.type === 'turn-ended' && first.value.refusal;
      return refuse(refusal || busy);
    }
    const runner = new Runner(setup, conversation, turn);
    await runner.take(first.value);
    // The conversation holds their bytes now.
    for (const { id } of uploads) await setup.uploads.remove(tenant, id);
    void runner.run(events).catch(setup.report).finally(end);
    return accept({ turn, cursor });
  } catch (error) {
    end();
    throw error;
  }
}

interface Prepared {
  readonly parts: readonly PromptPart[];
  readonly uploads: readonly Upload[];
}

async function prepare(
  setup: TurnSetup,
  conversation: Conversation,
  asked: NewTurn,
): Promise<Outcome<Prepared>> {
  const { entries } = conversation.open.session;
  if (asked.again !== undefined) {
    const said = promptOf(entries, asked.again);
    const isNewest = asked.again === Conversations.turnsOf(conversation);
    return said && isNewest ? accept({ parts: said, uploads: [] }) : refuse(noSuchTurn);
  }
  const kept = asked.edits ? keptMedia(entries, asked.edits) : [];
  if (!kept) return refuse(noSuchTurn);
  const uploads = await findUploads(setup, conversation.tenant, asked);
  if (!uploads.ok) return uploads;
  const media = [...kept, ...uploads.value.map(({ block }) => block)];
  const parts = composePrompt(asked, media, setup.limits);
  return parts.ok ? accept({ parts: parts.value, uploads: uploads.value }) : parts;
}

function replacedBy({ again, edits }: NewTurn): TurnOptions['replaces'] {
  if (again !== undefined) return { turn: again, reason: 'retried' };
  return edits && { turn: edits.turn, reason: 'edited' };
}

/** What the person sent in that turn, as it is recorded. */
function promptOf(
  entries: readonly RecordEntry[],
  turn: number,
): readonly PromptPart[] | undefined {
  const asked = entries.filter((entry) => isPrompt(entry))[turn - 1];
  return asked?.parts.filter((part) => part.type === 'text' || isMediaPart(part));
}

function keptMedia(
  entries: readonly RecordEntry[],
  { turn, keeps }: EditedTurn,
): readonly StoredBlock[] | undefined {
  return promptOf(entries, turn)?.flatMap((part, at) =>
    part.type !== 'text' && keeps.includes(at) ? [part] : [],
  );
}

const noSuchTurn = {
  refused: 'absent',
  message: 'There is no such turn, or it is not the newest one any more.',
  hint: 'Look at the conversation as it is now.',
} as const;

class Runner {
  readonly #setup: TurnSetup;
  readonly #conversation: Conversation;
  readonly #story: TurnStory;
  readonly #turn: number;

  constructor(setup: TurnSetup, conversation: Conversation, turn: number) {
    const model = conversation.open.session.model?.name ?? localName;
    this.#setup = setup;
    this.#conversation = conversation;
    this.#turn = turn;
    this.#story = new TurnStory(turn, model, setup.contextOf(conversation));
  }

  async run(events: AsyncIterable<LoopEvent>): Promise<void> {
    try {
      for await (const event of events) await this.take(event);
    } catch (error) {
      this.#setup.report(error);
      await this.take({ type: 'turn-ended', end: 'failed', usage: noUsage, refusal: broken });
    }
  }

  async take(event: LoopEvent): Promise<void> {
    const { live, journal, open } = this.#conversation;
    const at = new Date(this.#setup.clock()).toISOString();
    const turn = this.#turn;
    // Durable before it is told, as everything is.
    if (event.type === 'media-noticed')
      await journal.note({ kind: 'notice', turn, text: event.text, at });
    if (event.type === 'media-shown') await journal.hold(turn, sentIn(event.report));
    if (event.type === 'turn-ended' && event.refusal)
      await journal.note({ kind: 'refusal', turn, refusal: event.refusal });
    const told: readonly SessionEvent[] = await this.#story.tell(event, at);
    for (const one of told) live.publish(one);
    if (event.type === 'prompt-recorded' && turn === 1) {
      const title = titleOf(open.session.entries);
      const model = open.session.model?.name ?? localName;
      if (title !== undefined) live.publish({ type: 'session-changed', title, model });
    }
  }
}

export async function findUploads(
  { uploads }: Pick<TurnSetup, 'uploads'>,
  tenant: TenantId,
  asked: Pick<NewTurn, 'uploads'>,
): Promise<Outcome<readonly Upload[]>> {
  const ids = [...new Set(asked.uploads)];
  const found: Upload[] = [];
  for (const id of ids) {
    const upload = await uploads.find(tenant, id);
    if (!upload.ok) return upload;
    found.push(upload.value);
  }
  return accept(found);
}

/** The person is asked through the events, and answers with a request of its own. */
function permitBy({ live }: Conversation, turn: number): Permit {
  return async (permission, callId, signal) => {
    const { title, notes, lines, digest } = permission;
    const id = randomUUID();
    const answer = live.ask(id, permission, signal);
    const offers = permission.scopes.map((scope) => ({
      scope,
      words: scopeWords(permission, scope),
    }));
    const shown = { id, callId, title, notes, lines, offers, digest };
    live.publish({ type: 'permission-asked', turn, permission: shown });
    const given = await answer;
    live.publish({
      type: 'permission-answered',
      turn,
      permission: id,
      allowed: given !== 'denied',
    });
    return given;
  };
}

const tooManyTurns = {
  refused: 'unavailable',
  message: 'Too many turns run here at this moment.',
  hint: 'Wait until one has ended, or cancel one.',
} as const;

/** What the sender knows of the conversation is not what it is now. */
const busy: Refusal = {
  refused: 'stale',
  message: 'A turn of this session is still running.',
  hint: 'Wait for it to end, or cancel it first.',
};

const broken: Refusal = {
  refused: 'worker-failed',
  message: 'The turn ended with an error inside Percept.',
  hint: 'What was said is kept; send the message again.',
};
