// A value together with its path in the body, so that every finding can say where it was found.
import { isRecord } from '../parse/read.ts';

export interface Place {
  readonly value: unknown;
  readonly at: string;
}

export function rootOf(value: unknown): Place {
  return { value, at: '' };
}

export function field(place: Place, key: string): Place {
  const value = isRecord(place.value) ? place.value[key] : undefined;
  return { value, at: place.at === '' ? key : `${place.at}.${key}` };
}

/** The items of a list; nothing for a value that is none. */
export function items(place: Place): readonly Place[] {
  if (!Array.isArray(place.value)) return [];
  const values: readonly unknown[] = place.value;
  return values.map((value, index) => ({ value, at: `${place.at}[${index}]` }));
}

export function textAt(place: Place): string | undefined {
  return typeof place.value === 'string' ? place.value : undefined;
}

export function has(place: Place, key: string): boolean {
  return isRecord(place.value) && place.value[key] !== undefined && place.value[key] !== null;
}

/** Every string in the value, keys of objects not included. */
export function* strings(
  place: Place,
): Iterable<{ readonly text: string; readonly at: string; readonly key: string }> {
  const open: { readonly place: Place; readonly key: string }[] = [{ place, key: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, at } = next.place;
    const { key } = next;
    if (typeof value === 'string') yield { text: value, at, key };
    else if (Array.isArray(value))
      for (const item of items(next.place).toReversed()) open.push({ place: item, key });
    else if (isRecord(value))
      for (const name of Object.keys(value).toReversed())
        open.push({ place: field(next.place, name), key: name });
  }
}
