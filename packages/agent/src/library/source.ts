// Whatever a program holds media in, as one input of the door.
import type { DoorInput } from '@percept/ingest';

/** A path or an address, bytes, or anything of the web platform that has a body. */
export type MediaSource =
  | string
  | URL
  | Uint8Array
  | ArrayBuffer
  | Blob
  | Response
  | Request
  | ReadableStream<Uint8Array>;

/** A path is the program's own choice, and an address is fetched because the program says so. */
export function inputOf(source: MediaSource, cwd: string): DoorInput {
  if (source instanceof Uint8Array) return { kind: 'bytes', bytes: source };
  if (source instanceof ArrayBuffer) return { kind: 'bytes', bytes: new Uint8Array(source) };
  if (source instanceof Blob) {
    const { type } = source;
    const name = source instanceof File ? source.name : undefined;
    return streamed(source.stream(), type, name);
  }
  if (source instanceof Response || source instanceof Request) {
    if (!source.body) throw new TypeError('The source has no body, or it was read before.');
    return streamed(source.body, source.headers.get('content-type') ?? '', undefined);
  }
  if (source instanceof ReadableStream) return streamed(source, '', undefined);
  if (source instanceof URL || typeof source === 'string') return named(source, cwd);
  throw new TypeError(
    'A source is a path, a URL, bytes, a Blob, a File, a Request, a Response or a stream.',
  );
}

function named(source: string | URL, cwd: string): DoorInput {
  const text = String(source);
  if (/^https?:/i.test(text)) return { kind: 'url', url: source };
  if (/^data:/i.test(text)) return { kind: 'inline', text };
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
