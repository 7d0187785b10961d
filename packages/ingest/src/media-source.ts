// Whatever a program holds media in, as one input of the door. Something else is a mistake of the program and not of a picture,
// and is told by its name.
import {
  checkOptions,
  either,
  exact,
  flag,
  has,
  listOf,
  maybe,
  oneOf,
  shape,
  text,
  word,
  bytes,
  finite,
  type Rule,
} from '@percept/core/internal/options';
import type { DoorInput } from './arrival.ts';

/** A path or an address, bytes, or anything of the web platform that has a body. */
export type MediaSource =
  | string
  | URL
  | Uint8Array
  | ArrayBuffer
  | Blob
  | Response
  | Request
  | ReadableStream<Uint8Array>
  | DoorInput;

/** A path is the program's own choice, and an address is fetched because the program says so. */
export function inputOf(caller: string, source: MediaSource, cwd?: string): DoorInput {
  if (source instanceof Uint8Array) return { kind: 'bytes', bytes: source };
  if (source instanceof ArrayBuffer) return { kind: 'bytes', bytes: new Uint8Array(source) };
  if (source instanceof Blob) {
    const { type } = source;
    const name = source instanceof File ? source.name : undefined;
    return streamed(source.stream(), type, name);
  }
  if (source instanceof Response || source instanceof Request) {
    if (!source.body) throw new TypeError(`${caller}: source has no body, or it was read before.`);
    return streamed(source.body, source.headers.get('content-type') ?? '', undefined);
  }
  if (source instanceof ReadableStream) return streamed(source, '', undefined);
  if (source instanceof URL || typeof source === 'string')
    return named(source, cwd ?? process.cwd());
  checkOptions(caller, { source }, { source: inputRule });
  return source;
}

const address: Rule = either('is a text or a URL', word, (value) =>
  value instanceof URL ? undefined : '',
);
const told = { name: maybe(text), declaredType: maybe(text) };
const kinds: Readonly<Record<DoorInput['kind'], Rule>> = {
  bytes: shape({ bytes, ...told }),
  stream: shape({
    stream: either('is a stream', has(Symbol.asyncIterator), has('getReader')),
    ...told,
  }),
  path: shape({
    path: address,
    cwd: word,
    access: either(
      'says who asks',
      exact({ followLinks: oneOf(['user-chosen']) }),
      exact({ followLinks: oneOf(['inside-roots', 'never']), roots: listOf(word) }),
    ),
  }),
  inline: shape({ text }),
  url: shape({
    url: address,
    policy: maybe(
      exact({
        allowPorts: maybe(listOf(finite)),
        allowPrivateHosts: maybe(listOf(word)),
        allowDowngrade: maybe(flag),
      }),
    ),
  }),
};

function inputRule(value: unknown, path: string): string | undefined {
  const kind: unknown = typeof value === 'object' && value !== null && Reflect.get(value, 'kind');
  for (const [name, rule] of Object.entries(kinds)) if (kind === name) return rule(value, path);
  return `${path} is a path, a URL, bytes, a Blob, a File, a Request, a Response, a stream, or an object with its kind`;
}

function named(source: string | URL, cwd: string): DoorInput {
  const text = String(source);
  if (/^data:/i.test(text)) return { kind: 'inline', text };
  // Any scheme but file: what is not fetched is refused by its name, and not as a file that is not there.
  if (/^https?:|^(?!file:)[a-z][a-z\d+.-]*:\/\//i.test(text)) return { kind: 'url', url: source };
  return { kind: 'path', path: source, cwd, access: { followLinks: 'user-chosen' } };
}

function streamed(
  stream: ReadableStream<unknown>,
  declaredType: string,
  name: string | undefined,
): DoorInput {
  return {
    kind: 'stream',
    stream,
    ...(declaredType !== '' && { declaredType }),
    ...(name !== undefined && { name }),
  };
}
