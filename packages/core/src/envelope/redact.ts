// Redaction: every text of an envelope that a person or a model wrote passes through the redactor, hints in
// `meta.rendering` like the rest of `meta`. What is structure (kind, ids, time, size, bytes) stays as it is.
import { definedOf } from '../defined.ts';
import { call, checkOptions, group, shape, text } from '../options.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { mediaKinds, type Envelope, type EnvelopeMeta } from './envelope.ts';

export type Redactor = (text: string) => string;

const mark = '[redacted]';

/** Counted letters and then any number of them: `{12,}` is more than the engine's stack holds where somebody writes megabytes. */
const secretLooking: readonly RegExp[] = [
  /\b(?:sk|pk|rk|xox[abprs]|gh[pousr]|glpat|hf|AIza)[-_][A-Za-z0-9_-]{12}[A-Za-z0-9_-]*/g,
  /\bAIza[A-Za-z0-9_-]{30}[A-Za-z0-9_-]*/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b[Bb]earer\s+[A-Za-z0-9._~+/-]{12}[A-Za-z0-9._~+/-]*=*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
];

/**
 * The handle in the URL of an asset (docs/assets.md) is random text, in which anything can seem to stand. Whoever wants
 * it gone takes it out whole (`redactHandles` of the host); half a URL helps nobody.
 */
const handle = /(\ba1\.[A-Za-z0-9]{1,16}\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})/;

/** Removes what looks like a secret, and the known secrets wherever they stand. */
export function secretRedactor(known: readonly string[] = []): Redactor {
  const secrets = known
    .filter((secret) => secret.length > 0)
    .toSorted((one, other) => other.length - one.length);
  return (text) => {
    const cleared = secrets.reduce((rest, secret) => rest.replaceAll(secret, mark), text);
    return cleared
      .split(handle)
      .map((part, index) => (index % 2 === 1 ? part : withoutSecrets(part)))
      .join('');
  };
}

function withoutSecrets(text: string): string {
  const cleared = text.replaceAll(dotted, withoutTokens);
  return secretLooking.reduce((rest, pattern) => rest.replace(pattern, mark), cleared);
}

/** Letters of tokens with their points, taken whole: where each `eyJ` began a search of its own, 256 KB of them took seconds. */
const dotted = /(?<![A-Za-z0-9_.-])[A-Za-z0-9_.-]+/g;

/** A JSON Web Token is three pieces between points, and the first begins with the letters of `{"`. */
function withoutTokens(letters: string): string {
  if (!letters.includes('eyJ')) return letters;
  const pieces = letters.split('.');
  const kept: string[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] ?? '';
    const start = piece.search(/\beyJ[A-Za-z0-9_-]{8}/);
    const isToken = start >= 0 && [1, 2].every((next) => (pieces[at + next]?.length ?? 0) >= 8);
    kept.push(isToken ? piece.slice(0, start) + mark : piece);
    if (isToken) at += 2;
  }
  return kept.join('.');
}

/**
 * The same envelope without secrets. It is still valid, and of the same kind.
 *
 * @example log(JSON.stringify(redactEnvelope(envelope)));
 */
export function redactEnvelope(envelope: Envelope, redact: Redactor = secretRedactor()): Envelope {
  checkOptions(
    'redactEnvelope',
    { envelope, redact },
    { envelope: shape({ type: text, meta: group }), redact: call },
  );
  return {
    ...envelope,
    payload: redactPayload(envelope, redact),
    meta: redactMeta(envelope.meta, redact),
  };
}

/** The bytes of inline media are not text: a key in them would be a coincidence, and taking it out would damage them. */
function redactPayload({ type, payload }: Envelope, redact: Redactor): Json {
  const redacted = redactJson(payload, redact);
  const isMedia = mediaKinds.some((kind) => kind === type);
  if (!isMedia || !isJsonObject(payload) || !isJsonObject(redacted)) return redacted;
  const { base64 } = payload;
  return base64 === undefined ? redacted : { ...redacted, base64 };
}

function redactMeta(meta: EnvelopeMeta, redact: Redactor): EnvelopeMeta {
  const { label, traceparent, rendering } = meta;
  const cleared = (text: string | undefined) => (text === undefined ? undefined : redact(text));
  return {
    ...meta,
    ...definedOf({
      label: cleared(label),
      traceparent: cleared(traceparent),
      rendering: rendering && {
        ...rendering,
        ...definedOf({
          mimeType: cleared(rendering.mimeType),
          lang: cleared(rendering.lang),
          alt: cleared(rendering.alt),
          title: cleared(rendering.title),
        }),
      },
    }),
  };
}

/** Any JSON without secrets, in keys and values. */
export function redactJson(value: Json, redact: Redactor): Json {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => redactJson(item, redact));
  return redactObject(value, redact);
}

function redactObject(value: JsonObject, redact: Redactor): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactJson(item, redact)]),
  );
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
