// Every call has an id of its own. Some models count their calls anew in every turn, and some providers refuse a request in
// which an id comes twice; a repeated id gets a number, on the call and on its result.
import type { Lens } from './lens.ts';
import type { Pairing } from './pairing.ts';
import type { CallView, MessageView } from './view.ts';
import { isRecord } from '../parse/read.ts';

export interface Renamed {
  readonly messages: readonly unknown[];
  /** The messages in which a call or a result has another id now. */
  readonly changed: readonly number[];
}

/** Undefined when no id comes twice, which is nearly always. */
export function uniqueCalls(
  lens: Lens,
  messages: readonly unknown[],
  views: readonly MessageView[],
  pairing: Pairing,
): Renamed | undefined {
  const names = newNames(views);
  if (names.size === 0) return undefined;
  const changed: number[] = [];
  const renamed = messages.map((given, message) => {
    let written = given;
    for (const [part, view] of (views[message]?.parts ?? []).entries()) {
      const call =
        view.kind === 'call'
          ? view
          : view.kind === 'result'
            ? pairing.callOf(message, part)
            : undefined;
      const name = call && names.get(call);
      if (name !== undefined && isRecord(written)) written = lens.rename(written, part, name);
    }
    if (written !== given) changed.push(message);
    return written;
  });
  return { messages: renamed, changed };
}

function newNames(views: readonly MessageView[]): ReadonlyMap<CallView, string> {
  const taken = new Set<string>();
  /** The number from which on a repeated id may be free: what is taken stays taken. */
  const counts = new Map<string, number>();
  const names = new Map<CallView, string>();
  for (const { parts } of views)
    for (const part of parts) {
      if (part.kind !== 'call' || part.id === undefined) continue;
      let name = part.id;
      let count = counts.get(part.id) ?? 2;
      for (; taken.has(name); count++) name = `${part.id}_${count}`;
      counts.set(part.id, count);
      taken.add(name);
      if (name !== part.id) names.set(part, name);
    }
  return names;
}
