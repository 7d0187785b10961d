// Whatever a page hands to the element is copied once, within bounds, before anybody looks at it. A getter that throws, a
// proxy, a cycle, a class instance or a key such as `__proto__` becomes plain JSON that says what stood there.
import type { Json } from '@percept/core';
import { maxSnapshotDepth, maxSnapshotNodes } from '../limits.ts';

/** What JSON cannot hold is named in place: `⟨NaN⟩`, `⟨circular⟩`, `⟨function⟩`. */
export function snapshot(value: unknown): Json {
  return copy(value, { above: new Set(), left: maxSnapshotNodes });
}

interface Walk {
  readonly above: Set<object>;
  left: number;
}

function copy(value: unknown, walk: Walk): Json {
  walk.left -= 1;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : `⟨${value}⟩`;
    case 'object':
      return value === null ? null : inside(value, walk);
    case 'bigint':
      return `⟨${value}n⟩`;
    default:
      return `⟨${typeof value}⟩`;
  }
}

function inside(value: object, walk: Walk): Json {
  if (walk.above.has(value)) return '⟨circular⟩';
  if (walk.above.size >= maxSnapshotDepth) return `⟨deeper than ${maxSnapshotDepth} levels⟩`;
  walk.above.add(value);
  try {
    if (ArrayBuffer.isView(value)) return `⟨${value.byteLength} bytes⟩`;
    return Array.isArray(value) ? list(value, walk) : record(value, walk);
  } catch (error) {
    return unreadable(error);
  } finally {
    walk.above.delete(value);
  }
}

function list(value: readonly unknown[], walk: Walk): Json {
  const items: Json[] = [];
  for (let at = 0; at < value.length; at++) {
    if (walk.left <= 0) return [...items, `⟨${value.length - at} more⟩`];
    items.push(member(value, at, walk));
  }
  return items;
}

function record(value: object, walk: Walk): Json {
  const keys = Object.keys(value);
  const result = new Map<string, Json>();
  for (const [at, key] of keys.entries()) {
    if (walk.left <= 0) {
      result.set('…', `⟨${keys.length - at} more⟩`);
      break;
    }
    result.set(key, member(value, key, walk));
  }
  // Defines each member, so that a key named `__proto__` is a key like any other.
  return Object.fromEntries(result);
}

function member(value: object, key: PropertyKey, walk: Walk): Json {
  try {
    return copy(Reflect.get(value, key), walk);
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): string {
  return `⟨unreadable${error instanceof Error ? `: ${error.message}` : ''}⟩`;
}
