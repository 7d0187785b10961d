// Optional fields: one that is undefined is not there at all.

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** @example const origin = { kind: 'perception', ref, ...definedOf({ page: readPositive(page), region }) }; */
export function definedOf<T extends object>(given: T): Defined<T>;
export function definedOf(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
