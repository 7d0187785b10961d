// The way to a model: its package, wrapped by the lens of this session. What the lens decides for good (a frontier, a blob
// that a provider refused) becomes a record entry here, so that the next process shows the same.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { perceptMiddleware, type PerceptEvent } from '@percept/core/ai-sdk';
import { LensSession, type MediaPort } from '@percept/core/lens';
import { frontierEntryFor, viewOf } from './history.ts';
import type { SessionLog } from './log.ts';
import { mediaPort, type MediaParts } from './media.ts';
import type { LoopModel } from './model.ts';
import { Notices } from './notices.ts';
import { sightingEntry, sightingOf, type Sighting } from './sighting.ts';

export interface ModelClientParts extends MediaParts {
  readonly log: SessionLog;
}

export class ModelClient {
  readonly notices = new Notices();
  /** Of the last request, as the lens estimates them. */
  estimatedImageTokens = 0;
  readonly #log: SessionLog;
  readonly #media: MediaPort;
  readonly #opened = new Map<string, Promise<LanguageModelV4>>();
  #lens: LensSession;
  #last: Sighting | undefined;

  constructor({ log, ...parts }: ModelClientParts) {
    this.#log = log;
    this.#media = mediaPort(parts);
    this.#lens = lensOf(log);
  }

  /** Wrapped once per model, so that what it taught us by refusing is remembered. */
  open(model: LoopModel): Promise<LanguageModelV4> {
    const known = this.#opened.get(model.name);
    if (known) return known;
    const opening = this.#wrap(model);
    this.#opened.set(model.name, opening);
    opening.catch(() => this.#opened.delete(model.name));
    return opening;
  }

  /** After a compaction the view begins elsewhere, and the lens counts anew. */
  renew(): void {
    this.#lens = lensOf(this.#log);
    this.#opened.clear();
  }

  async #wrap(model: LoopModel): Promise<LanguageModelV4> {
    const [{ wrapLanguageModel }, inner] = await Promise.all([import('ai'), model.open()]);
    return wrapLanguageModel({
      model: inner,
      middleware: perceptMiddleware({
        profile: model.profile,
        session: this.#lens,
        media: this.#media,
        clock: Date.now,
        onEvent: (event) => this.#heard(event, model),
      }),
    });
  }

  #saw(sighting: Sighting): void {
    if (sighting.slots.length === 0) return;
    void this.#log.append(sightingEntry(sighting, this.#last));
    this.#last = sighting;
    this.notices.shown(sighting);
  }

  #heard(event: PerceptEvent, model: LoopModel): void {
    switch (event.type) {
      case 'request-lowered':
        this.estimatedImageTokens = event.report.estimatedImageTokens;
        this.#saw(sightingOf(event.report, { model: model.name, host: model.host }));
        this.notices.lowered(event.report, model);
        return;
      case 'frontier-moved':
        void this.#log.append(frontierEntryFor(this.#log.entries, event.frontier));
        return;
      case 'blob-quarantined':
        void this.#log.append({ type: 'blob-quarantined', blob: event.blob, reason: event.reason });
        return;
      case 'request-degraded':
        this.notices.degraded(event, model);
        return;
      case 'recovery-failed':
        return;
    }
  }
}

function lensOf({ entries }: SessionLog): LensSession {
  return new LensSession(viewOf(entries, '').state);
}
