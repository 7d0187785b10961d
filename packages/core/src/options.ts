// Options of public functions. A mistake of the program is a `TypeError` with the function and the option in it, thrown before
// anything is done; what was left out or is undefined is the default. The types of the options demand a rule for each of them.
import { isRecord } from './parse/read.ts';

/** What a value should have been, where it is not that. */
export type Rule = (value: unknown, path: string) => string | undefined;

type RulesFor<T> = { readonly [K in keyof T]-?: Rule };

/**
 * Options that a program spells by hand: one that nobody knows is misspelt, and what it was to bound would be as it is without it.
 * @example checkOptions('openDoor', options, { store: has('get', 'put'), maxInFlight: maybe(positive) });
 */
export function checkOptions<T extends object>(caller: string, given: T, rules: RulesFor<T>): T {
  return checked(caller, given, exact(rules));
}

/**
 * What a program has from elsewhere, a stream, a block, a whole session, and which carries more than is asked of it.
 * @example checkFields('drawingArea', screen, { columns: bound, rows: bound });
 */
export function checkFields<T extends object>(caller: string, given: T, rules: RulesFor<T>): T {
  return checked(caller, given, shape(rules));
}

function checked<T extends object>(caller: string, given: T, whole: Rule): T {
  const wrong = isGroup(given) ? whole(given, '') : 'the options are an object';
  if (wrong !== undefined) throw new TypeError(`${caller}: ${wrong}.`);
  return given;
}

function rule(holds: (value: unknown) => boolean, words: string): Rule {
  return (value, path) => (holds(value) ? undefined : `${path} ${words}`);
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0;
const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const anything: Rule = () => undefined;
export const text: Rule = rule((value) => typeof value === 'string', 'is a text');
export const word: Rule = rule(
  (value) => typeof value === 'string' && value !== '',
  'is a text that is not empty',
);
export const flag: Rule = rule((value) => typeof value === 'boolean', 'is true or false');
export const call: Rule = rule((value) => typeof value === 'function', 'is a function');
export const bytes: Rule = rule((value) => value instanceof Uint8Array, 'is a Uint8Array');
export const group: Rule = rule(isGroup, 'is an object');
/** Zero is none, and Infinity no bound at all, which has to be said. */
export const bound: Rule = rule(isAmount, 'is a number of zero or more');
export const positive: Rule = rule(
  (value) => Number.isSafeInteger(value) && isAmount(value) && value > 0,
  'is a whole number of one or more',
);
export const count: Rule = rule(
  (value) => Number.isSafeInteger(value) && isAmount(value),
  'is a whole number of zero or more',
);
export function atLeast(least: number): Rule {
  return rule((value) => isAmount(value) && value >= least, `is a number of ${least} or more`);
}
export const finite: Rule = rule(Number.isFinite, 'is a number');
export const signal: Rule = rule(
  (value) => isRecord(value) && 'aborted' in value && 'addEventListener' in value,
  'is an AbortSignal',
);

export function maybe(given: Rule): Rule {
  return (value, path) => (value === undefined ? undefined : given(value, path));
}

export function either(words: string, ...rules: readonly Rule[]): Rule {
  return rule((value) => rules.some((one) => one(value, '') === undefined), words);
}

export function oneOf(words: readonly unknown[]): Rule {
  return rule((value) => words.includes(value), `is one of ${words.join(', ')}`);
}

/** A part of the program's own, known by what it does. */
export function has(...methods: readonly (string | symbol)[]): Rule {
  return rule(
    (value) =>
      isGroup(value) && methods.every((name) => typeof Reflect.get(value, name) === 'function'),
    `is an object with ${methods.map(String).join(', ')}`,
  );
}

export function listOf(item: Rule, atLeast = 0): Rule {
  return (value, path) => {
    if (!Array.isArray(value)) return `${path} is a list`;
    if (value.length < atLeast) return `${path} is a list of at least ${atLeast}`;
    // Where it stands is spelled for the one that is wrong: lists are long, and most are right.
    const at = value.findIndex((one) => item(one, '') !== undefined);
    return at === -1 ? undefined : item(value[at], `${path}[${at}]`);
  };
}

/** With the type named, a rule for each of its fields is demanded. */
export function shape<T extends object = Readonly<Record<string, unknown>>>(
  rules: RulesFor<T>,
): Rule {
  const fields = Object.entries<Rule>(rules);
  return (value, path) => {
    if (!isGroup(value)) return `${path} is an object`;
    const prefix = path === '' ? '' : `${path}.`;
    for (const [name, own] of fields) {
      const wrong = own(Reflect.get(value, name), prefix + name);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}

/** A shape without fields of another name. */
export function exact<T extends object = Readonly<Record<string, unknown>>>(
  rules: RulesFor<T>,
): Rule {
  const whole = shape(rules);
  return (value, path) => {
    const wrong = whole(value, path);
    if (wrong !== undefined || !isGroup(value)) return wrong;
    const prefix = path === '' ? '' : `${path}.`;
    for (const [name, own] of Object.entries(value))
      if (own !== undefined && !Object.hasOwn(rules, name))
        return `${prefix}${name} is no option; there are ${Object.keys(rules).join(', ')}`;
    return undefined;
  };
}

/**
 * Plain data that crosses a boundary: whole, or not what it says. The type demands a rule for each of its fields.
 * @example const isPage = isShape<{ page: number; text: string }>({ page: bound, text });
 */
export function isShape<T extends object>(rules: RulesFor<T>): (value: unknown) => value is T {
  const whole = shape(rules);
  return (value): value is T => whole(value, '') === undefined;
}

type UnionRules<T extends object, K extends keyof T> = {
  readonly [Word in T[K] & string]: RulesFor<Omit<Extract<T, Readonly<Record<K, Word>>>, K>>;
};

/** Several shapes that a word tells apart. */
export function union<T extends object, K extends keyof T & string>(
  by: K,
  rules: UnionRules<T, K>,
): Rule {
  const known = new Map(
    Object.entries<Readonly<Record<string, Rule>>>(rules).map(([word, own]) => [word, shape(own)]),
  );
  return (value, path) => {
    if (!isGroup(value)) return `${path} is an object`;
    const word: unknown = Reflect.get(value, by);
    const own = typeof word === 'string' ? known.get(word) : undefined;
    return own ? own(value, path) : `${path}.${by} is one of ${[...known.keys()].join(', ')}`;
  };
}

/** @example const isStep = isUnion<{ on: 'page'; page: number } | { on: 'end' }, 'on'>('on', { page: { page: bound }, end: {} }); */
export function isUnion<T extends object, K extends keyof T & string>(
  by: K,
  rules: UnionRules<T, K>,
): (value: unknown) => value is T {
  const whole = union<T, K>(by, rules);
  return (value): value is T => whole(value, '') === undefined;
}

/** A page of limits: each with its one default, which nobody changes. */
export function defineLimits<T extends Readonly<Record<string, number>>>(defaults: T): Readonly<T> {
  return Object.freeze(defaults);
}

/** Limits beside their defaults: one that nobody knows is misspelt, and would bound nothing. */
export function limitsOf(defaults: object): Rule {
  const known = new Map<string, unknown>(Object.entries(defaults));
  return (value, path) => {
    if (value === undefined) return undefined;
    if (!isRecord(value)) return `${path} is an object`;
    for (const [name, own] of Object.entries(value)) {
      if (!known.has(name)) return `${path}.${name} is no limit`;
      const isBound = typeof known.get(name) === 'number';
      const wrong = isBound ? maybe(bound)(own, `${path}.${name}`) : undefined;
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}
