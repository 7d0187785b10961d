// Every limit of the OpenWOP face: one name, one default, its unit in its name. What is advertised in discovery is read
// from here, so what is said and what is enforced cannot differ.
import { doorLimits } from '@percept/core';
import { defineLimits } from '@percept/core/internal/options';
import { maxInlineMediaBytes } from '@percept/core/internal/envelope';

export const openwopLimits = defineLimits({
  /** Media up to this size may stand in an event as base64. Zero: media is always a URL. */
  maxInlineMediaBytes,
  /** What a model wrote as an envelope of another kind, up to which it stands in the log; above it is a file of the run. */
  maxCardBytes: maxInlineMediaBytes,
  /** Of a request without media in it. */
  maxBodyBytes: 1024 * 1024,
  /** Of one piece of media, before it is base64: what the door takes, on every face. */
  maxMediaBytes: doorLimits.maxSourceBytes,
  /** Of all requests together that are being answered. */
  maxHeldBodyBytes: 160 * 1024 * 1024,
  maxNodesPerWorkflow: 100,
  maxWorkflowsPerTenant: 200,
  maxNodeExecutions: 1000,
  maxRunDurationMs: 60 * 60 * 1000,
  maxDelayMs: 60_000,
  /** Runs of one tenant, and of everyone, that work at the same time. */
  maxActiveRunsPerTenant: 32,
  maxActiveRuns: 128,
  /** Open event streams of one tenant. */
  maxStreamsPerTenant: 128,
  /** How often a run is taken up again after the host died under it. */
  maxAttemptsPerNode: 3,
  maxEventsPerPage: 1000,
  maxPageBytes: 8 * 1024 * 1024,
  maxBufferMs: 5000,
  heartbeatMs: 15_000,
  /** Interrupt tokens: "Default 30 min". */
  interruptLifetimeMs: 30 * 60 * 1000,
  clarificationRounds: 5,
  schemaRounds: 3,
  envelopesPerTurn: 32,
  maxPartsPerCall: 32,
  maxActiveCallsPerTenant: 4,
  /** Media that one tenant stored and has not taken back. */
  maxUploadsPerTenant: 1000,
});
export type OpenwopLimits = typeof openwopLimits;

/** Of a request that carries media as base64, with room for the words around it. */
export function mediaBodyBytes({ maxMediaBytes, maxBodyBytes }: OpenwopLimits): number {
  return Math.ceil(maxMediaBytes / 3) * 4 + maxBodyBytes;
}

export const maxChunkChars = 1024;
export const maxChunkWaitMs = 200;
export const maxMessages = 200;
/** How long a cancel waits for the node before it answers `cancelling`. */
export const cancelTimeoutMs = 5000;
export const maxEventsPerBatch = 256;
export const maxInterruptTokenChars = 1024;
export const maxMetadataBytes = 50 * 1024;
export const maxTags = 100;
export const maxTagChars = 256;
/** A run that never got its first event: until then another server may be about to write it. */
export const abandonedTimeoutMs = 60 * 60 * 1000;

// nodes
export const maxEmittedSoundBytes = 1024 * 1024;
export const maxViewedPages = 4;
