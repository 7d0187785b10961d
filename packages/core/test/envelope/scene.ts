// What the envelope tests share: a sound envelope, and the pointers of what is wrong with one.
import type { Json, JsonObject } from '../../src/index.ts';
import { parseEnvelope, type EnvelopeOptions } from '../../src/envelope/index.ts';

export const png: string = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1').toString('base64');
export const pngBytes: number = Buffer.from(png, 'base64').length;

export function envelope(changes: JsonObject = {}): JsonObject {
  return {
    type: 'media.image',
    schemaVersion: 1,
    envelopeId: 'env-1',
    correlationId: 'run-1:node-1',
    payload: { url: 'https://host.example/v1/assets/a1.k.g.m', bytes: 184_320 },
    meta: { source: 'ai-generation', ts: '2026-11-15T12:00:00Z' },
    ...changes,
  };
}

export function withPayload(payload: Json, type = 'media.image'): JsonObject {
  return envelope({ type, payload });
}

export function withRendering(rendering: Json): JsonObject {
  return envelope({ meta: { source: 'system', ts: '2026-11-15T12:00:00Z', rendering } });
}

/** Where it is wrong; an empty list when it is accepted. */
export function wrongAt(value: unknown, options?: EnvelopeOptions): readonly string[] {
  const parsed = parseEnvelope(value, options);
  return parsed.ok ? [] : parsed.issues.map(({ path }) => path);
}
