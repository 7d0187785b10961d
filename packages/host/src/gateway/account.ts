// What was done to a request, for its client as headers and for the operator as one line: counts, actions and estimates.
// There is no field for content, for a query, for an address in a body or for a credential.
import type { IncomingMessage } from 'node:http';
import type { BridgeEvent } from '@percept/agent';
import type { EventFacts } from '@percept/core';
import { printable } from '@percept/core/internal';
import type { LensReport, LensWire } from '@percept/core/lens';
import type { HeaderList } from './header-list.ts';
import type { Cause, Repair } from './repair.ts';
import type { Family } from './target.ts';
import { statusOf, type Problem } from './wire-error.ts';

/** `unchanged`: it held media, and all of it could stay as it was. `passed`: no media, or not for the lens. */
type Effect = 'passed' | 'unchanged' | 'healed' | 'refused';

export interface GatewayEntry {
  readonly event: 'gateway-request';
  readonly family: Family;
  /** Its name in the configuration; absent where the request got no further than the door. */
  readonly upstream?: string;
  readonly wire?: LensWire;
  readonly route: string;
  readonly method: string;
  readonly model?: string;
  readonly effect: Effect;
  /** What was done to how many pieces of media: `{ hoist: 1, keep: 2 }`. */
  readonly actions: Readonly<Record<string, number>>;
  readonly repairs: number;
  readonly images: number;
  /** `1280x800>1092x682` for each picture that had to shrink. */
  readonly resized: readonly string[];
  readonly estimatedImageTokens: number;
  /** Results that were filled from the folder that the upstream may look in. */
  readonly looked: number;
  /** Who put media into words, as `model at host`. */
  readonly describedBy: readonly string[];
  /** Why the first attempt was refused, where a second one was made. */
  readonly recovered?: Cause;
  readonly recovery?: 'taken' | 'refused';
  /** Undefined when the client or the upstream went away before there was one. */
  readonly status?: number;
  readonly end: 'whole' | 'broken' | 'client-gone' | 'refused';
  readonly problem?: string;
  /** Media of the answer that was kept, that was refused or had no room, and the record that holds it. */
  readonly stored?: number;
  readonly notStored?: number;
  readonly record?: string;
  readonly requestBytes: number;
  readonly sentBytes: number;
  readonly responseBytes: number;
  /** Until the request left, and altogether. */
  readonly heldMs: number;
  readonly durationMs: number;
}

export interface Done {
  readonly effect: Effect;
  readonly model: string;
  readonly report?: LensReport;
  readonly events: readonly BridgeEvent[];
  readonly looked: number;
}

export function doneBy({ model, report, pieces, events, looked }: Repair): Done {
  const effect = pieces ? 'healed' : report ? 'unchanged' : 'passed';
  return { effect, model, events, looked, ...(report && { report }) };
}

type MediaFacts = Pick<
  GatewayEntry,
  'actions' | 'repairs' | 'images' | 'resized' | 'estimatedImageTokens' | 'looked' | 'describedBy'
>;

/** What an entry tells of the media. */
export function mediaFacts({
  report,
  events,
  looked,
}: Pick<Done, 'report' | 'events' | 'looked'>): MediaFacts {
  return {
    actions: actionsOf(report),
    repairs: report?.repairs.length ?? 0,
    images: report?.images ?? 0,
    resized: resizesOf(report),
    estimatedImageTokens: report?.estimatedImageTokens ?? 0,
    looked,
    describedBy: describers(events),
  };
}

function actionsOf(report: LensReport | undefined): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { action } of report?.slots ?? []) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

/** Every picture that had to shrink, before and after: whoever maps coordinates needs both. */
function resizesOf(report: LensReport | undefined): readonly string[] {
  return (report?.slots ?? []).flatMap(({ from, width, height }) =>
    from && width !== undefined && height !== undefined
      ? [`${from.width}x${from.height}>${width}x${height}`]
      : [],
  );
}

/** Every model that saw what was meant for another one. */
function describers(events: readonly BridgeEvent[]): readonly string[] {
  const names = events.flatMap((event) =>
    event.type === 'media-described' || event.type === 'media-sent'
      ? [`${plain(event.model)} at ${plain(event.host)}`]
      : [],
  );
  return [...new Set(names)];
}

/** A header takes no more than printable ASCII. */
export function plain(text: string): string {
  return printable(text, 100).replaceAll(/[^\x20-\x7e]/g, '?');
}

export function headersOf(
  { effect, report, events, looked }: Done,
  recovered: Cause | undefined,
): HeaderList {
  const list = ['x-percept-gateway', effect];
  if (report) {
    const actions = Object.entries(actionsOf(report)).map(([name, count]) => `${name}=${count}`);
    list.push('x-percept-actions', actions.join(', '));
    const resizes = resizesOf(report);
    if (resizes.length > 0) list.push('x-percept-resized', resizes.slice(0, 100).join(', '));
    if (report.repairs.length > 0) list.push('x-percept-repairs', String(report.repairs.length));
    list.push('x-percept-images', String(report.images));
    list.push('x-percept-image-tokens', String(report.estimatedImageTokens));
  }
  if (looked > 0) list.push('x-percept-looked', String(looked));
  const seen = describers(events);
  if (seen.length > 0) list.push('x-percept-described-by', seen.join(', '));
  if (recovered) list.push('x-percept-recovered', recovered);
  return list;
}

/** Of an entry, what stands in an event and in a span. */
export function factsOf(entry: GatewayEntry): EventFacts {
  const { wire, model, effect, end, status, images, requestBytes, sentBytes } = entry;
  return { wire, model, effect, end, status, images, requestBytes, sentBytes };
}

/** For a request that was turned away before anything of it was read. */
export function turnedAway(
  family: Family,
  { method = '' }: IncomingMessage,
  problem: Problem,
): GatewayEntry {
  return {
    event: 'gateway-request',
    family,
    route: 'unread',
    method,
    effect: 'refused',
    ...mediaFacts({ events: [], looked: 0 }),
    status: statusOf(problem),
    end: 'refused',
    problem: problem.kind,
    requestBytes: 0,
    sentBytes: 0,
    responseBytes: 0,
    heldMs: 0,
    durationMs: 0,
  };
}
