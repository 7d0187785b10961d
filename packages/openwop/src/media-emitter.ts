// Media that a run emits. The run's log refers to the blob before a URL for it exists, and the event that tells the URL
// comes last: whatever was told can be resolved for as long as the log lives.
import { randomUUID } from 'node:crypto';
import {
  accept,
  refuse,
  type BlobStore,
  type JsonObject,
  type Outcome,
  type Refusal,
  type SessionId,
} from '@percept/core';
import { isJsonObject, jsonOf, madeBy, definedOf } from '@percept/core/internal';
import { mediaEnvelope, redactEnvelope, schemaVersions } from '@percept/core/envelope';
import type { Clock } from '@percept/store';
import type { Assets } from '@percept/host/internal';
import type { EmittedMedia } from './node-kind.ts';
import type { LiveRun } from './live-run.ts';
import { documentOf, type RunEvent } from './run-event.ts';

export interface EmitterParts {
  readonly assets: Pick<Assets, 'mint'>;
  readonly store: BlobStore;
  readonly maxInlineMediaBytes: number;
  readonly clock: Clock;
  /** What is not advertised is not emitted, whoever made it. */
  readonly emitsMedia: boolean;
}

const noMedia: Refusal = {
  refused: 'unavailable',
  message: 'Media was made, and this host emits none.',
  hint: 'Ask a host that advertises media.',
};

export class MediaEmitter {
  readonly #parts: EmitterParts;

  constructor(parts: EmitterParts) {
    this.#parts = parts;
  }

  async emit(
    run: LiveRun,
    nodeId: string,
    { block, alt, title, display, form, contentTrust }: EmittedMedia,
  ): Promise<Outcome<{ readonly url: string }>> {
    if (!this.#parts.emitsMedia) return refuse(noMedia);
    const held = await run.hold(block);
    if (!held.ok) return held;
    const name = 'name' in block ? block.name : undefined;
    const minted = await this.#parts.assets.mint({
      tenant: run.state.facts.tenant,
      run: run.id,
      blob: block.sha256,
      mime: block.mime,
      ...definedOf({ name }),
    });
    if (!minted.ok) return minted;
    const { url } = minted.value;
    const envelopeId = `env_${randomUUID()}`;
    const correlationId = `${run.id}:${run.length}`;
    const source = contentTrust === 'untrusted' ? 'ai-generation' : 'system';
    const ts = new Date(this.#parts.clock()).toISOString();
    const envelope = redactEnvelope(
      mediaEnvelope({
        block,
        place: { url },
        alt,
        ...definedOf({ title }),
        envelopeId,
        correlationId,
        nodeId,
        meta: { source, ts, contentTrust, ...definedOf({ label: madeBy(block) }) },
      }),
    );
    const kind = `media.${block.type}` as const;
    const told = await run.append({
      type: kind,
      nodeId,
      payload: withoutPlace(envelope.payload),
      causationId: correlationId,
      contentTrust,
      media: { block, form: this.#fits(block.bytes) ? form : 'url', url },
      envelope: {
        envelopeId,
        correlationId,
        schemaVersion: schemaVersions[kind],
        meta: jsonOf({
          ...envelope.meta,
          rendering: { ...envelope.meta.rendering, ...definedOf({ display }) },
        }),
      },
    });
    return told.ok ? accept({ url }) : told;
  }

  /** The event as a client reads it: media below the cap may be inline, everything above it is a URL. */
  async tell(run: SessionId, event: RunEvent): Promise<JsonObject> {
    return documentOf(run, event, await this.#payloadOf(event));
  }

  async #payloadOf({ payload, media }: RunEvent): Promise<JsonObject> {
    if (!media) return payload;
    if (media.form === 'inline' && this.#fits(media.block.bytes)) {
      const bytes = await this.#parts.store.get(media.block.sha256);
      if (bytes.ok) return { base64: Buffer.from(bytes.value).toString('base64'), ...payload };
    }
    return { url: media.url, ...payload };
  }

  /** A cap of zero is no inline media, not even of no bytes. */
  #fits(bytes: number): boolean {
    const { maxInlineMediaBytes } = this.#parts;
    return maxInlineMediaBytes > 0 && bytes <= maxInlineMediaBytes;
  }
}

function withoutPlace(payload: unknown): JsonObject {
  if (!isJsonObject(payload)) return {};
  const { url: _url, base64: _base64, ...facts } = payload;
  return facts;
}
