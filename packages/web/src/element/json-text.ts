// JSON as text, printed only as far as somebody reads: the work is bounded by the limit, not by the size of the value.
import type { Json } from '@percept/core';

/** At most about `maxChars` of the indented text; longer means that there is more. */
export function jsonText(value: Json, maxChars: number): string {
  let text = '';
  const room = (): boolean => text.length <= maxChars;
  const write = (item: Json, indent: string): void => {
    if (!room()) return;
    if (typeof item === 'string') {
      text += JSON.stringify(item.slice(0, maxChars - text.length + 1));
      return;
    }
    if (typeof item !== 'object' || item === null) {
      text += String(item);
      return;
    }
    const list = isList(item);
    const keys = Object.keys(item);
    if (keys.length === 0) {
      text += list ? '[]' : '{}';
      return;
    }
    text += list ? '[' : '{';
    for (const [at, key] of keys.entries()) {
      if (!room()) return;
      text += `${at > 0 ? ',' : ''}\n${indent}  `;
      if (!list) text += `${JSON.stringify(key.slice(0, maxChars - text.length + 1))}: `;
      write(list ? (item[at] ?? null) : (memberOf(item, key) ?? null), `${indent}  `);
    }
    if (room()) text += `\n${indent}${list ? ']' : '}'}`;
  };
  write(value, '');
  return text;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

function memberOf(value: Json, key: string): Json | undefined {
  return typeof value === 'object' && value !== null && !isList(value) ? value[key] : undefined;
}
