// One run for somebody who looks for a fault: the whole log, redacted. Media is listed by reference: a name that asks for a
// credential again, never a live capability and never the bytes (RFC 0055 §C rule 3).
import type { JsonObject, SessionId } from '@percept/core';
import { BundleRedactor } from './bundle-redactor.ts';
import type { LiveRun } from './live-run.ts';
import type { RouteParts } from './route-parts.ts';
import { documentOf, type EventMedia, type RunEvent } from './run-event.ts';
import type { RunState, RunStatus } from './run-state.ts';
import { costOf, snapshotOf } from './run-view.ts';

export interface BundleParts extends Pick<RouteParts, 'assets' | 'version' | 'limits'> {
  readonly origin: string;
  readonly now: number;
}

export function bundleOf(
  run: LiveRun,
  state: RunState,
  events: readonly RunEvent[],
  { assets, origin, version, now, limits }: BundleParts,
): JsonObject {
  const redactor = new BundleRedactor((text) => assets.redact(text));
  const documents: JsonObject[] = [];
  let bytes = 0;
  for (const event of events) {
    const { media } = event;
    const reference = media && { url: referenceTo(origin, run.id, event.sequence) };
    const clean = redactor.object(documentOf(run.id, event, event.payload));
    const document = reference
      ? { ...clean, payload: { ...reference, ...redactor.object(event.payload) } }
      : clean;
    bytes += JSON.stringify(document).length;
    if (bytes > limits.maxPageBytes) break;
    documents.push(document);
  }
  const isTruncated = documents.length < events.length;
  const { facts, completedAt } = state;
  const snapshot = redactor.object(snapshotOf(run.id, state));
  const told = {
    ...snapshot,
    status: bundleStatuses[state.status] ?? state.status,
    inputs: redactor.object(facts.inputs),
    endedAt: completedAt === undefined ? null : new Date(completedAt).toISOString(),
  };
  return {
    bundleVersion: '1.0',
    generatedAt: new Date(now).toISOString(),
    host: { name: 'percept', version },
    run: told,
    events: documents,
    assets: events.flatMap(({ media, sequence }) =>
      media && sequence < documents.length ? [listed(media, origin, run.id, sequence)] : [],
    ),
    spans: [],
    metrics: {
      eventCount: documents.length,
      nodeCount: facts.workflow.nodes.length,
      openwopCost: costOf(state),
    },
    redactionApplied: redactor.applied,
    redactionMode: 'mask',
    ...(isTruncated && { truncated: true, truncatedReason: 'events_truncated_to_size_cap' }),
  };
}

/** Answers only to a bearer token of the run's tenant. */
function referenceTo(origin: string, run: SessionId, sequence: number): string {
  return `${origin}/v1/runs/${run}/media/${sequence}`;
}

function listed(
  { block }: EventMedia,
  origin: string,
  run: SessionId,
  sequence: number,
): JsonObject {
  const { type, mime, bytes } = block;
  return {
    sequence,
    kind: type,
    mimeType: mime,
    bytes,
    url: referenceTo(origin, run, sequence),
  };
}

/** The bundle's schema has fewer words than the snapshot's. */
const bundleStatuses: Readonly<Partial<Record<RunStatus, string>>> = {
  'waiting-input': 'waiting-clarification',
  cancelling: 'running',
};
