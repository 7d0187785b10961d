// What this host can do, computed from what is configured at this moment. Nothing is said that is not so: no modality, no
// capability and no seam that would be refused when it is used.
import { createHash } from 'node:crypto';
import type { JsonObject } from '@percept/core';
import { protocolKinds, universalKinds } from '@percept/core/internal/envelope';
import { schemaVersions } from '@percept/core/envelope';
import { isCapability } from '@percept/core/internal/route';
import { imageGeneration, speechSynthesis } from './host-making.ts';
import type { OpenwopLimits } from './limits.ts';
import type { ModelFacts } from './model-facts.ts';

export interface DiscoveryParts {
  readonly models: ModelFacts;
  readonly limits: OpenwopLimits;
  readonly version: string;
  /** Ids of the workflows that everybody can run. */
  readonly workflows: readonly string[];
  /** False: a host without media, which then behaves as one that never heard of it. */
  readonly emitsMedia: boolean;
}

export function discovery(parts: DiscoveryParts): JsonObject {
  const { limits, version } = parts;
  const kinds = parts.emitsMedia ? universalKinds : protocolKinds;
  const families = familiesOf(parts);
  return {
    protocolVersion: '1.1',
    supportedEnvelopes: kinds,
    schemaVersions: Object.fromEntries(kinds.map((kind) => [kind, schemaVersions[kind]])),
    limits: {
      clarificationRounds: limits.clarificationRounds,
      schemaRounds: limits.schemaRounds,
      envelopesPerTurn: limits.envelopesPerTurn,
      maxNodeExecutions: limits.maxNodeExecutions,
      maxRunDurationMs: limits.maxRunDurationMs,
      maxRequestBodyBytes: limits.maxBodyBytes,
    },
    implementation: { name: 'percept', version },
    eventLogSchemaVersion: 1,
    supportedTransports: ['rest'],
    ...families,
    // Deprecated, and read by clients that are older than RFC 0073.
    capabilities: { ...families },
  };
}

function familiesOf(parts: DiscoveryParts): JsonObject {
  const { models, limits, workflows, emitsMedia } = parts;
  return {
    envelopeContracts: { advertised: true },
    aiEnvelope: { schemaResponseCounterPolicy: 'counted' },
    envelopeStrictness: 'warn',
    aiProviders: {
      supported: models.supportedProviders,
      input: { modalities: models.modalities, maxBytesPerPart: limits.maxMediaBytes },
      ...(emitsMedia && { maxInlineMediaBytes: limits.maxInlineMediaBytes }),
      ...(models.host.includes(imageGeneration) && { imageGeneration: 'supported' }),
      ...(models.host.includes(speechSynthesis) && { speechSynthesis: 'supported' }),
    },
    modelCapabilities: {
      supported: true,
      advertised: models.active.capabilities.filter(isCapability),
      substitutionSupported: models.substitutionSupported,
    },
    debugBundle: { supported: true },
    replay: { supported: true, modes: ['replay', 'branch'] },
    compliance: { defaultMode: 'mask' },
    streamModes: ['values', 'updates', 'messages', 'debug'],
    fixtures: workflows,
  };
}

/** A validator that changes when the document does. */
export function etagOf(document: JsonObject): string {
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('base64url');
  return `"${digest.slice(0, 27)}"`;
}
