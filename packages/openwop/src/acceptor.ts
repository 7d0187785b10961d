// What becomes of an envelope: accepted, invalid, gated or breached. One pure decision with everything it depends on in its
// arguments; what an envelope says about itself never widens what it may do.
import { inside, isJsonObject, readText } from '@percept/core/internal';
import { type Json, type JsonObject } from '@percept/core';
import {
  isMediaEnvelope,
  parseEnvelope,
  redactEnvelope,
  schemaVersions,
  type Envelope,
} from '@percept/core/envelope';
import { protocolKinds } from '@percept/core/internal/envelope';
import { logged } from './node-kind.ts';

export interface Counter {
  readonly current: number;
  readonly cap: number;
}

export interface AcceptQuestion {
  readonly envelope: unknown;
  /** Every kind that may come; the kinds of the protocol itself are never refused. */
  readonly supported: readonly string[];
  readonly maxInlineMediaBytes: number;
  readonly strictness: 'warn' | 'strict';
  readonly envelopesPerTurn: Counter;
  readonly clarificationRounds: Counter;
  readonly schemaRounds: Counter;
  /** Whether a URL is an asset of this host and this tenant. */
  readonly isOwnAsset: (url: string) => Promise<boolean>;
}

type AcceptOutcome =
  | {
      readonly status: 'accepted';
      readonly envelopeId: string;
      readonly recordedEventIds: readonly string[];
      readonly normalizedMeta: JsonObject;
      readonly notes?: readonly string[];
    }
  | {
      readonly status: 'invalid';
      readonly reason: string;
      readonly details: readonly { readonly path: string; readonly problem: string }[];
    }
  | {
      readonly status: 'gated';
      readonly reason: string;
      readonly allowedKinds: readonly string[];
    }
  | {
      readonly status: 'breached';
      readonly capKind: 'envelopes' | 'clarification' | 'schema';
      readonly limit: number;
      readonly observed: number;
      readonly reason: string;
    };

export interface Judged {
  readonly outcome: AcceptOutcome;
  /** Redacted and proven; only where it was accepted now. */
  readonly envelope?: Envelope;
}

export async function judgeEnvelope(question: AcceptQuestion): Promise<Judged> {
  const parsed = parseEnvelope(question.envelope, {
    maxInlineMediaBytes: question.maxInlineMediaBytes,
  });
  const type = readText(inside(question.envelope, 'type'));
  const isNamed = readText(inside(question.envelope, 'correlationId')) !== undefined;
  if (isNamed && type !== undefined && !mayCome(type, question.supported))
    return gated(type, question);
  if (!parsed.ok) {
    const reason =
      parsed.refusal.refused === 'too-large' ? 'inline_media_over_cap' : 'envelope_invalid';
    return invalid(reason, parsed.issues);
  }
  const envelope = parsed.value;
  const version = versionFlaw(envelope, question.strictness);
  if (version === 'refused')
    return invalid('unknown_schema_version', [
      { path: '/schemaVersion', problem: 'is not the version that this host advertises' },
    ]);
  const url = isMediaEnvelope(envelope) ? envelope.payload.url : undefined;
  if (url !== undefined && !(await question.isOwnAsset(url)))
    return invalid('asset_not_served_here', [
      { path: '/payload/url', problem: 'is no asset of this host and tenant' },
    ]);
  const breach = breachOf(envelope.type, question);
  if (breach) return { outcome: breach };
  const clean = redactEnvelope(envelope);
  const { source, contentTrust = 'trusted' } = clean.meta;
  return {
    outcome: {
      status: 'accepted',
      envelopeId: clean.envelopeId,
      recordedEventIds: [],
      normalizedMeta: { source, contentTrust, ts: clean.meta.ts },
      ...(version === 'drifted' && { notes: ['envelope_schema_version_drift'] }),
    },
    envelope: clean,
  };
}

function mayCome(type: string, supported: readonly string[]): boolean {
  return protocolKinds.some((kind) => kind === type) || supported.includes(type);
}

function gated(type: string, { supported }: AcceptQuestion): Judged {
  const allowedKinds = [...new Set([...protocolKinds, ...supported])];
  const reason = `The kind ${JSON.stringify(type.slice(0, 256))} is not advertised here.`;
  return { outcome: { status: 'gated', reason, allowedKinds } };
}

function versionFlaw(
  { type, schemaVersion }: Envelope,
  strictness: 'warn' | 'strict',
): 'fits' | 'drifted' | 'refused' {
  const advertised = Object.entries(schemaVersions).find(([kind]) => kind === type)?.[1];
  if (advertised === undefined || schemaVersion === advertised) return 'fits';
  return schemaVersion > advertised || strictness === 'strict' ? 'refused' : 'drifted';
}

function breachOf(type: string, question: AcceptQuestion): AcceptOutcome | undefined {
  const caps = [
    ['envelopes', 'envelopesPerTurn', question.envelopesPerTurn, true],
    [
      'clarification',
      'clarificationRounds',
      question.clarificationRounds,
      type === 'clarification.request',
    ],
    ['schema', 'schemaRounds', question.schemaRounds, type === 'schema.request'],
  ] as const;
  for (const [capKind, name, { current, cap }, counts] of caps)
    if (counts && current >= cap)
      return {
        status: 'breached',
        capKind,
        limit: cap,
        observed: current + 1,
        reason: `${name} is ${cap}, and this would be number ${current + 1}.`,
      };
  return undefined;
}

function invalid(
  reason: string,
  details: readonly { readonly path: string; readonly problem: string }[],
): Judged {
  return { outcome: { status: 'invalid', reason, details } };
}

export interface Projection {
  readonly type: string;
  readonly payload: JsonObject;
}

/** The events that an outcome comes to in the log of a run (RFC 0021 §A). */
export function projectionsOf(
  judged: Judged,
  nodeId: string,
  envelopeId: string,
): readonly Projection[] {
  const { outcome, envelope } = judged;
  switch (outcome.status) {
    case 'breached': {
      const { capKind: kind, limit, observed, reason } = outcome;
      const error = { code: 'cap_breached', message: reason };
      return [
        { type: 'cap.breached', payload: { kind, limit, observed, nodeId } },
        { type: 'node.failed', payload: { nodeId, error } },
      ];
    }
    case 'invalid':
    case 'gated':
      return [logged('warn', `envelope ${outcome.status}: ${outcome.reason}`, nodeId)];
    case 'accepted':
      return envelope ? [projectionOf(envelope, nodeId, envelopeId)] : [];
  }
}

function projectionOf(envelope: Envelope, nodeId: string, envelopeId: string): Projection {
  const { type, payload, meta } = envelope;
  const said: Json = payload;
  switch (type) {
    case 'clarification.request':
      return {
        type: 'interrupt.requested',
        payload: { kind: 'clarification', nodeId, interruptId: envelopeId, data: said },
      };
    case 'error':
      return logged('error', 'The model reported an error.', nodeId, { said });
    case 'schema.request':
    case 'schema.response':
      return logged('info', `The model sent ${type}.`, nodeId, { said });
    case 'media.image':
    case 'media.audio':
    case 'media.file':
      return { type, payload: isJsonObject(said) ? said : {} };
    default:
      return {
        type: 'artifact.created',
        payload: { artifactId: envelopeId, artifactType: type, nodeId, source: meta.source },
      };
  }
}
