// The one way in for envelopes: everything that is wrong is named with its place, and what comes out keeps every promise
// of its type. Rendering hints are checked for their own shape and never have a say about the payload.
import { definedOf } from '../defined.ts';
import { bound, checkOptions, maybe } from '../options.ts';
import { isJson } from '../json.ts';
import { accept, refuse, type Accepted, type Refused } from '../outcome.ts';
import { inside, isRecord, readText, readWord } from '../parse/read.ts';
import { overLimit, type Refusal } from '../refusal.ts';
import {
  displays,
  mediaKinds,
  universalKinds,
  type Envelope,
  type MediaEnvelope,
  type Rendering,
} from './envelope.ts';
import { base64Size, isVendorKind } from './format.ts';
import { checkSchema, type Issue } from './schema.ts';
import { envelopeSchema, payloadSchemas } from './schemas.ts';
import { maxInlineMediaBytes } from '../limits.ts';

export interface EnvelopeOptions {
  /** Larger media is a URL. Zero: media is always a URL. */
  readonly maxInlineMediaBytes?: number;
}

export type ParsedEnvelope = Accepted<Envelope> | RefusedEnvelope;
export interface RefusedEnvelope extends Refused {
  /** All that is wrong, in the order of the value. */
  readonly issues: readonly Issue[];
}

/**
 * An envelope from anywhere, proved whole, or a list of what is wrong with it.
 *
 * @example const parsed = parseEnvelope(JSON.parse(body), { maxInlineMediaBytes: 0 });
 */
export function parseEnvelope(value: unknown, options: EnvelopeOptions = {}): ParsedEnvelope {
  checkOptions('parseEnvelope', options, { maxInlineMediaBytes: maybe(bound) });
  if (!isJson(value))
    return refused([{ path: '', problem: 'is not JSON, or is nested too deeply' }]);
  const issues = [...checkSchema(envelopeSchema, value)];
  const type = inside(value, 'type');
  if (isRecord(value) && typeof type === 'string') {
    const payload = checkPayload(type, value['payload'], options);
    if (payload.tooLarge && issues.length === 0) return refused(payload.issues, payload.tooLarge);
    issues.push(...payload.issues);
  }
  if (issues.length > 0 || !isRecord(value)) return refused(issues);
  const versioned: unknown = { schemaVersion: 0, ...value };
  return isFramed(versioned) ? accept(versioned) : refused(issues);
}

interface PayloadCheck {
  readonly issues: readonly Issue[];
  readonly tooLarge?: Refusal;
}

/** Whether a payload is one of this kind: the acceptor asks it about projected payloads, too. */
function checkPayload(
  type: string,
  payload: unknown,
  { maxInlineMediaBytes: max = maxInlineMediaBytes }: EnvelopeOptions = {},
): PayloadCheck {
  const kind = readWord(universalKinds, type);
  if (kind === undefined)
    return isVendorKind(type)
      ? { issues: [] }
      : { issues: [{ path: '/type', problem: 'is no universal kind, and has no namespace' }] };
  const issues = checkSchema(payloadSchemas[kind], payload, '/payload');
  if (issues.length > 0 || !readWord(mediaKinds, kind) || !isRecord(payload)) return { issues };
  const { base64, bytes } = payload;
  if (typeof base64 !== 'string') return { issues: [] };
  const size = base64Size(base64);
  if (size === undefined)
    return { issues: [{ path: '/payload/base64', problem: 'is not padded base64' }] };
  if (size !== bytes)
    return { issues: [{ path: '/payload/bytes', problem: `is not the real size, ${size}` }] };
  if (size <= max) return { issues: [] };
  const hint = 'Store the asset and refer to it by its URL.';
  return {
    issues: [
      { path: '/payload/base64', problem: `has ${size} bytes, and at most ${max} are inline` },
    ],
    tooLarge: overLimit('maxInlineMediaBytes', max, size, hint),
  };
}

/** What the frame's schema proves, when there is a version. */
function isFramed(value: unknown): value is Envelope {
  return (
    isRecord(value) && 'schemaVersion' in value && checkSchema(envelopeSchema, value).length === 0
  );
}

/**
 * Proves the payload as well, so it holds for envelopes from anywhere. The inline cap is the business of `parseEnvelope`.
 *
 * @example if (parsed.ok && isMediaEnvelope(parsed.value)) show(parsed.value.payload);
 */
export function isMediaEnvelope(envelope: Envelope): envelope is Envelope & MediaEnvelope {
  return isRecord(envelope) && isOf(envelope, mediaKinds);
}

function isOf({ type, payload }: Envelope, kinds: readonly string[]): boolean {
  const unlimited = { maxInlineMediaBytes: Infinity };
  return kinds.includes(type) && checkPayload(type, payload, unlimited).issues.length === 0;
}

/**
 * For whoever draws: what is understood of a hint, and nothing else. An unknown display is no display, so the default
 * drawing applies; a hint can never fail.
 */
export function readRendering(value: unknown): Rendering {
  if (!isRecord(value)) return {};
  const read = (key: string): string | undefined =>
    Object.hasOwn(value, key) ? readText(value[key]) : undefined;
  return definedOf({
    display: readWord(displays, value['display']),
    mimeType: read('mimeType'),
    lang: read('lang'),
    alt: read('alt'),
    title: read('title'),
  });
}

function refused(issues: readonly Issue[], refusal?: Refusal): RefusedEnvelope {
  const first = issues[0] ?? { path: '', problem: 'is not an envelope' };
  const where = first.path === '' ? 'The value' : first.path;
  const more = issues.length > 1 ? ` ${issues.length - 1} more places are wrong.` : '';
  const wrong: Refusal = {
    refused: 'invalid-input',
    message: `This is not an envelope: ${where} ${first.problem}.${more}`,
    hint: 'docs/envelope.md says what an envelope holds.',
  };
  return { ...refuse(refusal ?? wrong), issues };
}
