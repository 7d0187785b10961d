// A changed body, written with the client's own letters wherever nothing changed: number forms, escapes and spacing of every
// untouched object stay as they were sent. Only what the lens made new is spelled here.

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Below this an object is written as a whole: nobody nests a request so deep, and walking takes a stack. */
const deepest = 200;

/**
 * Undefined for a body in which a name comes twice: which of the two counts is for its reader to say.
 * @example
 * respell('{"seed":1.0,"messages":[…]}', parsed, { ...parsed, messages }) // '{"seed":1.0,"messages":[…]}'
 */
export function respell(text: string, before: unknown, after: unknown): string | undefined {
  const spans = new Map<object, Span>();
  const walk = new Walk(text, spans);
  walk.value(before, 0);
  return walk.repeats ? undefined : top(text, spans, before, after);
}

/** The outermost object keeps its order and its spacing; changed members change in their place. */
function top(
  text: string,
  spans: ReadonlyMap<object, Span>,
  before: unknown,
  after: unknown,
): string {
  if (!isObject(before) || !isObject(after)) return write(after, text, spans);
  const walk = new Walk(text, new Map());
  const out: string[] = [];
  const written = new Set<string>();
  let copied = 0;
  for (const { key, start, end } of walk.members()) {
    written.add(key);
    if (!Object.hasOwn(after, key) || after[key] === before[key]) continue;
    out.push(text.slice(copied, start), write(after[key], text, spans));
    copied = end;
  }
  const added = Object.entries(after).filter(
    ([key, value]) => value !== undefined && !written.has(key),
  );
  const close = text.lastIndexOf('}');
  out.push(text.slice(copied, close));
  for (const [key, value] of added)
    out.push(
      written.size > 0 || out.length > 1 ? ',' : '',
      `${JSON.stringify(key)}:${write(value, text, spans)}`,
    );
  out.push(text.slice(close));
  return out.join('');
}

function write(value: unknown, text: string, spans: ReadonlyMap<object, Span>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const span = spans.get(value);
  if (span) return text.slice(span.start, span.end);
  if (Array.isArray(value))
    return `[${value.map((item: unknown) => write(item, text, spans)).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}:${write(item, text, spans)}`);
  return `{${members.join(',')}}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const codes = {
  quote: 34,
  comma: 44,
  colon: 58,
  open: 91,
  backslash: 92,
  close: 93,
  brace: 123,
  end: 125,
};

/** Walks a JSON text beside the value that was parsed from it, and notes where every object and list of it stands. */
class Walk {
  readonly #text: string;
  readonly #spans: Map<object, Span>;
  #at = 0;
  /** Whether some object has a name twice, or was parsed with other names than stand here. */
  repeats = false;

  constructor(text: string, spans: Map<object, Span>) {
    this.#text = text;
    this.#spans = spans;
  }

  value(parsed: unknown, depth: number): void {
    this.#blank();
    const start = this.#at;
    const code = this.#text.charCodeAt(start);
    if (code === codes.quote) this.#string();
    else if (code !== codes.brace && code !== codes.open) this.#scalar();
    else if (depth > deepest) this.#skip();
    else if (code === codes.brace) this.#object(parsed, depth);
    else this.#list(parsed, depth);
    if (typeof parsed === 'object' && parsed !== null)
      this.#spans.set(parsed, { start, end: this.#at });
  }

  /** The members of the outermost object, with the place of each value. */
  *members(): Generator<Span & { readonly key: string }> {
    this.#blank();
    this.#at += 1;
    for (let key = this.#nextKey(); key !== undefined; key = this.#nextKey()) {
      this.#blank();
      const start = this.#at;
      this.#skip();
      yield { key, start, end: this.#at };
    }
  }

  /** Of the member that comes next; undefined at the end of the object. */
  #nextKey(): string | undefined {
    this.#blank();
    while (this.#text.charCodeAt(this.#at) === codes.comma) {
      this.#at += 1;
      this.#blank();
    }
    return this.#text.charCodeAt(this.#at) === codes.quote ? this.#key() : undefined;
  }

  #object(parsed: unknown, depth: number): void {
    const record = isObject(parsed) ? parsed : {};
    this.#at += 1;
    let names = 0;
    for (let key = this.#nextKey(); key !== undefined; key = this.#nextKey()) {
      names += 1;
      if (!Object.hasOwn(record, key)) this.repeats = true;
      this.value(Object.hasOwn(record, key) ? record[key] : undefined, depth + 1);
    }
    if (names !== Object.keys(record).length) this.repeats = true;
    this.#at += 1;
  }

  #list(parsed: unknown, depth: number): void {
    const items: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
    this.#at += 1;
    for (let index = 0; ;) {
      this.#blank();
      const code = this.#text.charCodeAt(this.#at);
      if (code === codes.comma) this.#at += 1;
      else if (code === codes.close || Number.isNaN(code)) break;
      else this.value(items[index++], depth + 1);
    }
    this.#at += 1;
  }

  /** Any value, without a stack. */
  #skip(): void {
    let open = 0;
    do {
      this.#blank();
      const code = this.#text.charCodeAt(this.#at);
      if (code === codes.quote) this.#string();
      else if (code === codes.brace || code === codes.open) {
        open += 1;
        this.#at += 1;
      } else if (code === codes.end || code === codes.close) {
        open -= 1;
        this.#at += 1;
      } else if (code === codes.comma || code === codes.colon) this.#at += 1;
      else this.#scalar();
    } while (open > 0 && this.#at < this.#text.length);
  }

  #string(): void {
    let end = this.#at;
    do end = this.#text.indexOf('"', end + 1);
    while (end > 0 && this.#isEscaped(end));
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  /** And the colon behind it. */
  #key(): string {
    const start = this.#at;
    this.#string();
    const raw = this.#text.slice(start, this.#at);
    this.#blank();
    this.#at += 1;
    return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
  }

  #isEscaped(quote: number): boolean {
    let at = quote;
    while (this.#text.charCodeAt(at - 1) === codes.backslash) at -= 1;
    return (quote - at) % 2 === 1;
  }

  #scalar(): void {
    const start = this.#at;
    while (/[^\s,\]}:[{"]/.test(this.#text.charAt(this.#at))) this.#at += 1;
    if (this.#at === start) this.#at += 1;
  }

  #blank(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#at += 1;
    }
  }
}
