// Redaction: every text of an envelope that a person or a model wrote passes through the redactor, hints in
// `meta.rendering` like the rest of `meta`. What is structure (kind, ids, time, size, bytes) stays as it is.
import { definedOf } from '../defined.ts';
import { blanks, endOfRun, goesOnWith, lettersOf, replacePieces, type Piece } from '../pieces.ts';
import { call, checkOptions, group, shape, text } from '../options.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { maxKeyChars } from '../limits.ts';
import { mediaKinds, type Envelope, type EnvelopeMeta } from './envelope.ts';

export type Redactor = (text: string) => string;

const mark = '[redacted]';

interface Secret {
  /** How one begins, of bounded length. */
  readonly head: RegExp;
  readonly pieceAt: (text: string, from: number) => Piece;
}

const word = lettersOf('A-Z', 'a-z', '0-9', '_', '-');
/** `b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="` (RFC 6750 §2.1). */
const bearer = lettersOf('A-Z', 'a-z', '0-9', '-', '.', '_', '~', '+', '/');
const padding = lettersOf('=');
/** A shorter one is a word: `bearer of news`. */
const minBearerChars = 12;

const secretLooking: readonly Secret[] = [
  {
    head: /\b(?:sk|pk|rk|xox[abprs]|gh[pousr]|glpat|hf|AIza)[-_][A-Za-z0-9_-]{12}/g,
    pieceAt: goesOnWith(word),
  },
  { head: /\bAIza[A-Za-z0-9_-]{30}/g, pieceAt: goesOnWith(word) },
  { head: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, pieceAt: (_, from) => ({ end: from, isOne: true }) },
  { head: /\beyJ[A-Za-z0-9_-]{8}/g, pieceAt: tokenAt },
  { head: /\b[Bb]earer(?=\s)/g, pieceAt: bearerAt },
  { head: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g, pieceAt: keyAt },
];

/** A JSON Web Token is three pieces between points, each of eight letters and more. */
function tokenAt(text: string, from: number): Piece {
  const first = endOfRun(text, from, word);
  let end = first;
  for (let piece = 0; piece < 2; piece++) {
    const next = text[end] === '.' ? endOfRun(text, end + 1, word) : end;
    if (next - end <= 8) return { end: first, isOne: false };
    end = next;
  }
  return { end, isOne: true };
}

/** Behind as many blanks as somebody likes. Where there is none, another `Bearer` may stand in its place. */
function bearerAt(text: string, from: number): Piece {
  const start = endOfRun(text, from, blanks);
  const end = endOfRun(text, start, bearer);
  if (end - start < minBearerChars) return { end: start, isOne: false };
  return { end: endOfRun(text, end, padding), isOne: true };
}

/** To its foot: headers of an encrypted key have hyphens too (`DEK-Info: AES-256-CBC`). */
function keyAt(text: string, from: number): Piece {
  const rails = text.indexOf('-----', from);
  const end = Math.min(rails < 0 ? text.length : rails, from + maxKeyChars);
  const foot = /^-----END [A-Z ]{0,40}PRIVATE KEY-----/.exec(text.slice(end, end + 80));
  return { end: end + (foot?.[0].length ?? 0), isOne: true };
}

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
  return secretLooking.reduce(
    (rest, { head, pieceAt }) => replacePieces(rest, head, pieceAt, () => mark),
    text,
  );
}

/**
 * The same envelope without secrets. It is still valid, and of the same kind.
 *
 * @example log(JSON.stringify(redactEnvelope(envelope)));
 */
export function redactEnvelope(envelope: Envelope, redact: Redactor = secretRedactor()): Envelope {
  const rules = { envelope: shape({ type: text, meta: group }), redact: call };
  checkOptions('redactEnvelope', { envelope, redact }, rules);
  const payload = redactPayload(envelope, redact);
  return { ...envelope, payload, meta: redactMeta(envelope.meta, redact) };
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
