// What the acceptor decided in the name of a run that need not exist: for suites that look at projections. A log of the
// tenant's own, so nothing of it can be seen, or reset, by anybody else.
import { customData, isJsonObject } from '@percept/core/internal';
import { type JsonObject, type Outcome, type SessionId, type TenantId } from '@percept/core';
import { everySession } from '@percept/store/internal';
import { type Session, type SessionRecord } from '@percept/store';
import { derivedId } from './run-request.ts';
import { entryOf, eventsOf, type NewEvent, type RunEvent } from './run-event.ts';

const outcomeName = 'openwop.outcome';

export interface KeptOutcome {
  readonly correlationId: string;
  readonly envelopeType: string;
  readonly outcome: JsonObject;
}

export class SeamLog {
  readonly #sessions: SessionRecord;

  constructor(sessions: SessionRecord) {
    this.#sessions = sessions;
  }

  idOf(tenant: TenantId, run: string): SessionId {
    return derivedId('seam_', 'seam', tenant, run);
  }

  async append(tenant: TenantId, run: string, event: NewEvent): Promise<Outcome<unknown>> {
    const opened = await this.#open(tenant, run);
    return opened.ok ? this.#sessions.append(opened.value.id, entryOf(event)) : opened;
  }

  #open(tenant: TenantId, run: string): Promise<Outcome<Session>> {
    return this.#sessions.open({ id: this.idOf(tenant, run), tenant, kind: 'acceptance' });
  }

  async events(tenant: TenantId, run: string): Promise<readonly RunEvent[]> {
    const entries = await this.#sessions.entries(this.idOf(tenant, run));
    return eventsOf(entries.ok ? entries.value : []);
  }

  async keep(tenant: TenantId, run: string, kept: KeptOutcome): Promise<Outcome<unknown>> {
    const opened = await this.#open(tenant, run);
    if (!opened.ok) return opened;
    const data = { ...kept };
    return this.#sessions.append(opened.value.id, { type: 'custom', name: outcomeName, data });
  }

  async kept(tenant: TenantId, run: string, correlation: string): Promise<KeptOutcome | undefined> {
    const entries = await this.#sessions.entries(this.idOf(tenant, run));
    for (const { entry } of entries.ok ? entries.value : []) {
      const { correlationId, envelopeType, outcome } = customData(entry, outcomeName) ?? {};
      if (correlationId !== correlation || typeof envelopeType !== 'string') continue;
      if (isJsonObject(outcome)) return { correlationId, envelopeType, outcome };
    }
    return undefined;
  }

  /** Only what this tenant's suites left. */
  async reset(tenant: TenantId): Promise<number> {
    const own: SessionId[] = [];
    for await (const { id } of everySession(this.#sessions, { tenant, kind: 'acceptance' }))
      own.push(id);
    for (const id of own) await this.#sessions.remove(id);
    return own.length;
  }
}
