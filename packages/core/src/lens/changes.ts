// What is different between a body and the one that was made of it, for people. Parts that were handed on are the same objects,
// so that lists are aligned by them and not by their places.
import { isRecord } from '../parse/read.ts';
import { maxToldStringChars, maxToldValueChars } from '../limits.ts';

export interface Change {
  /** `messages[2].content` */
  readonly at: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** As JSON, with long strings cut. */
  readonly before?: string;
  readonly after?: string;
}

/** @example changesOf(body, lowered.body) // [{ at: 'messages[2].content', kind: 'changed', before: '…', after: '…' }] */
export function changesOf(before: unknown, after: unknown, at = ''): readonly Change[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) return inLists(before, after, at);
  if (!isRecord(before) || !isRecord(after))
    return [{ at, kind: 'changed', before: brief(before), after: brief(after) }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): readonly Change[] => {
    const place = at === '' ? name : `${at}.${name}`;
    if (before[name] === undefined) return added(place, after[name]);
    if (after[name] === undefined) return removed(place, before[name]);
    return changesOf(before[name], after[name], place);
  });
}

function inLists(
  before: readonly unknown[],
  after: readonly unknown[],
  at: string,
): readonly Change[] {
  const found: Change[] = [];
  const [old, made] = [new Set(before), new Set(after)];
  let here = 0;
  let there = 0;
  while (here < before.length || there < after.length) {
    const [one, other] = [before[here], after[there]];
    if (here < before.length && there < after.length && one === other) {
      here += 1;
      there += 1;
    } else if (
      there < after.length &&
      (here >= before.length || (made.has(one) && !old.has(other)))
    )
      found.push(...added(`${at}[${there++}]`, other));
    else if (here < before.length && (there >= after.length || (old.has(other) && !made.has(one))))
      found.push(...removed(`${at}[${here++}]`, one));
    else {
      found.push(...changesOf(one, other, `${at}[${here}]`));
      here += 1;
      there += 1;
    }
  }
  return found;
}

function added(at: string, value: unknown): readonly Change[] {
  return value === undefined ? [] : [{ at, kind: 'added', after: brief(value) }];
}

function removed(at: string, value: unknown): readonly Change[] {
  return [{ at, kind: 'removed', before: brief(value) }];
}

function brief(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' && inner.length > maxToldStringChars
      ? `${inner.slice(0, 80)}… (${inner.length} characters)`
      : inner,
  );
  return (text ?? 'undefined').slice(0, maxToldValueChars);
}
