// A changed body, written with the client's own bytes wherever nothing changed: number forms, escapes and spacing of every
// untouched object stay as they were sent. Only what the lens made new is spelled here, and no payload is copied.
import { isRecord, readList } from '@percept/core/internal';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where every object, list and long text of a body stands in its bytes. */
type Spans = Map<object | string, Span>;

/** What is written next: letters of ours, or a piece of the body that came. */
type Pieces = (string | Span)[];

/** Below this an object is written as a whole: nobody nests a request so deep, and walking takes a stack. */
const deepest = 200;
/** A shorter text is spelled as fast as it is found. */
const longText = 1_024;

/** From this size on a piece of the body is sent from where it stands. */
const largePiece = 65_536;

export interface Letters {
  readonly bytes: Buffer;
  /** The same, one letter for each byte: whatever is looked for in JSON is ASCII, and no byte of a longer letter is. */
  readonly letters: string;
}

/**
 * The body in pieces that follow each other. Undefined for one in which a name comes twice: which of the two counts is for its
 * reader to say.
 * @example
 * respell({ bytes: buffer, letters: buffer.toString('latin1') }, parsed, { ...parsed, messages })
 */
export function respell(
  { bytes, letters }: Letters,
  before: unknown,
  after: unknown,
): readonly Buffer[] | undefined {
  const spans: Spans = new Map();
  const walk = new Walk(letters, spans);
  walk.value(before, 0);
  if (walk.repeats) return undefined;
  const pieces: Pieces = [];
  top(letters, spans, before, after, pieces);
  return joined(bytes, pieces);
}

/** Small pieces become one, so that there are few to send. */
function joined(bytes: Buffer, pieces: Pieces): readonly Buffer[] {
  const parts: Buffer[] = [];
  let small: Buffer[] = [];
  const flush = (): void => {
    if (small.length > 0) parts.push(Buffer.concat(small));
    small = [];
  };
  for (const piece of pieces) {
    const part =
      typeof piece === 'string' ? Buffer.from(piece) : bytes.subarray(piece.start, piece.end);
    if (part.length < largePiece) small.push(part);
    else {
      flush();
      parts.push(part);
    }
  }
  flush();
  return parts;
}

/** The outermost object keeps its order and its spacing; changed members change in their place. */
function top(text: string, spans: Spans, before: unknown, after: unknown, out: Pieces): void {
  if (!isRecord(before) || !isRecord(after)) return write(after, spans, out);
  const walk = new Walk(text, new Map());
  const written = new Set<string>();
  let copied = 0;
  for (const { key, start, end } of walk.members()) {
    written.add(key);
    if (!Object.hasOwn(after, key) || after[key] === before[key]) continue;
    out.push({ start: copied, end: start });
    write(after[key], spans, out);
    copied = end;
  }
  const added = Object.entries(after).filter(
    ([key, value]) => value !== undefined && !written.has(key),
  );
  const close = text.lastIndexOf('}');
  out.push({ start: copied, end: close });
  for (const [key, value] of added) {
    out.push(written.size > 0 || out.length > 1 ? ',' : '', `${JSON.stringify(key)}:`);
    write(value, spans, out);
  }
  out.push({ start: close, end: text.length });
}

function write(value: unknown, spans: Spans, out: Pieces): void {
  const span =
    (typeof value === 'object' && value !== null) || isLong(value) ? spans.get(value) : undefined;
  if (span) out.push(span);
  else if (typeof value !== 'object' || value === null) out.push(JSON.stringify(value) ?? 'null');
  else if (Array.isArray(value)) {
    out.push('[');
    for (const [index, item] of value.entries()) {
      if (index > 0) out.push(',');
      write(item, spans, out);
    }
    out.push(']');
  } else {
    out.push('{');
    let first = true;
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      out.push(`${first ? '' : ','}${JSON.stringify(key)}:`);
      write(item, spans, out);
      first = false;
    }
    out.push('}');
  }
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > longText;
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

/** ASCII, and nothing escaped in it. */
const plainKey = /^[ -[\]-~]*$/;

/** Walks a JSON text beside the value that was parsed from it, and notes where every object and list of it stands. */
class Walk {
  readonly #text: string;
  readonly #spans: Spans;
  #at = 0;
  /** Whether some object has a name twice, or was parsed with other names than stand here. */
  repeats = false;

  constructor(text: string, spans: Spans) {
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
    if ((typeof parsed === 'object' && parsed !== null) || isLong(parsed))
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
    const record = isRecord(parsed) ? parsed : {};
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
    const items = readList(parsed);
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
    return plainKey.test(raw)
      ? raw.slice(1, -1)
      : String(JSON.parse(Buffer.from(raw, 'latin1').toString('utf8')));
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
