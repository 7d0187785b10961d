// Objects whose content is known by its hash: a write happens once whoever else writes the same, what is read is what
// was put or `corrupt`, and a damaged object is replaced by the next write of the right bytes.
import { hash, randomBytes } from 'node:crypto';
import { accept, refuse, type BlobId, type Outcome } from '@percept/core';
import { absentBlob, corruptBlob, digest } from '../fs/blob-files.ts';
import { maxObjectListBytes, s3Limits } from './limits.ts';
import { storeLimits } from '../limits.ts';
import { refuseTrouble, type Trouble } from './failure.ts';
import type { S3Options } from './options.ts';
import { S3Wire, type WireReply } from './wire.ts';

export interface PresignOptions {
  /** Whole seconds; at most sixty. */
  readonly seconds?: number;
  /** What the server says about the bytes instead of its own guess. */
  readonly contentType?: string;
  readonly contentDisposition?: string;
}

export class S3Objects {
  readonly #wire: S3Wire;

  constructor(options: S3Options) {
    this.#wire = new S3Wire(options);
  }

  /** Put-if-absent. The server checks the bytes against their hash on arrival. */
  async write(key: string, id: BlobId, bytes: Uint8Array): Promise<Outcome<void>> {
    const put = await this.#put(key, id, bytes, { 'if-none-match': '*' });
    if (!put.ok) return put;
    if (put.value !== 412) return accept(undefined);
    // It is there already, perhaps from our own first attempt. Only the right bytes count.
    const there = await this.#isRight(key, id, bytes);
    if (!there.ok || there.value) return there.ok ? accept(undefined) : there;
    const replaced = await this.#put(key, id, bytes, {});
    return replaced.ok ? accept(undefined) : replaced;
  }

  async read(key: string, id: BlobId): Promise<Outcome<Uint8Array>> {
    const got = await this.#wire.send({
      method: 'GET',
      key,
      expected: [200, 404],
      maxReplyBytes: storeLimits.maxBlobBytes,
      isSound: (body, status) => status === 404 || digest(body) === id,
    });
    if (!got.ok) return got;
    const { status, body, sound } = got.value;
    if (status === 404) return refuseMissing(id, body);
    return sound ? accept(body) : corruptBlob(id);
  }

  async size(key: string, id: BlobId): Promise<Outcome<number>> {
    const head = await this.#head(key);
    if (!head.ok) return head;
    if (head.value.status === 404) return absentBlob(id);
    const bytes = lengthIn(head.value);
    return bytes === undefined ? corruptBlob(id) : accept(bytes);
  }

  /** Removing what is not there is not an error. */
  async remove(key: string): Promise<Outcome<void>> {
    const removed = await this.#wire.send({
      method: 'DELETE',
      key,
      expected: [200, 204, 404],
      maxReplyBytes: maxObjectListBytes,
    });
    return removed.ok ? accept(undefined) : removed;
  }

  /** Every key after the prefix, page by page. Throws when a page cannot be had: a part of a list is no list. */
  async *keys(folder: string): AsyncIterable<string> {
    const prefix = `${this.#wire.prefix}${folder}`;
    let token: string | undefined;
    do {
      const page = await this.#list({
        prefix,
        'max-keys': `${this.#wire.limits.maxKeysPerPage}`,
        ...(token !== undefined && { 'continuation-token': token }),
      });
      if (!page.ok) throw new Error(page.refusal.message);
      if (!page.value.sound) throw new Error('The object store sent something that is no list.');
      const xml = new TextDecoder().decode(page.value.body);
      for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) {
        const name = unescapeXml(key);
        if (name.startsWith(prefix)) yield name.slice(prefix.length);
      }
      const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1];
      const isCut = /<IsTruncated>true<\/IsTruncated>/.test(xml);
      token = isCut && next !== undefined ? unescapeXml(next) : undefined;
      if (isCut && token === undefined) throw new Error('The object store cut a list short.');
    } while (token !== undefined);
  }

  async check(): Promise<Outcome<void>> {
    const listed = await this.#list({ prefix: this.#wire.prefix, 'max-keys': '1' });
    if (!listed.ok) return listed;
    if (!listed.value.sound)
      return refuse({
        refused: 'unavailable',
        message: 'Whoever answers there does not speak S3.',
        hint: 'Check the endpoint.',
      });
    const bytes = randomBytes(16);
    const name = `check/${bytes.toString('hex')}`;
    const put = await this.#put(name, digest(bytes), bytes, {});
    return put.ok ? this.remove(name) : put;
  }

  presign(key: string, options: PresignOptions = {}): Promise<URL> {
    const { seconds = s3Limits.maxPresignSeconds, contentType, contentDisposition } = options;
    const max = this.#wire.limits.maxPresignSeconds;
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > max)
      throw new RangeError(`A presigned address lives 1 to ${max} seconds.`);
    const query = {
      ...(contentType !== undefined && { 'response-content-type': contentType }),
      ...(contentDisposition !== undefined && {
        'response-content-disposition': contentDisposition,
      }),
    };
    return this.#wire.presign(key, query, seconds);
  }

  async #put(
    key: string,
    id: BlobId,
    bytes: Uint8Array,
    headers: Readonly<Record<string, string>>,
  ): Promise<Outcome<number>> {
    const put = await this.#wire.send({
      method: 'PUT',
      key,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: bytes,
      bodyHash: id,
      expected: [200, 201, 412],
      maxReplyBytes: maxObjectListBytes,
    });
    return put.ok ? accept(put.value.status) : put;
  }

  #list(query: Readonly<Record<string, string>>): Promise<Outcome<WireReply>> {
    return this.#wire.send({
      method: 'GET',
      key: '',
      query: { 'list-type': '2', ...query },
      expected: [200],
      maxReplyBytes: maxObjectListBytes,
      isSound: isList,
    });
  }

  #head(key: string): Promise<Outcome<WireReply>> {
    return this.#wire.send({ method: 'HEAD', key, expected: [200, 404], maxReplyBytes: 0 });
  }

  /** By length and checksum where the server tells one, by the bytes where it does not. */
  async #isRight(key: string, id: BlobId, bytes: Uint8Array): Promise<Outcome<boolean>> {
    const head = await this.#head(key);
    if (!head.ok) return head;
    if (head.value.status === 404 || lengthIn(head.value) !== bytes.length) return accept(false);
    const tag = head.value.headers.get('etag')?.replaceAll('"', '');
    if (tag === hash('md5', bytes, 'hex')) return accept(true);
    const read = await this.read(key, id);
    if (read.ok) return accept(true);
    const { refused } = read.refusal;
    return refused === 'corrupt' || refused === 'absent' ? accept(false) : read;
  }
}

function lengthIn({ headers }: WireReply): number | undefined {
  const text = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A bucket that is not there must not look like a blob that is not there. */
function refuseMissing(id: BlobId, body: Uint8Array): Outcome<never> {
  const trouble: Trouble = { kind: 'status', status: 404, code: 'NoSuchBucket' };
  return new TextDecoder().decode(body).includes('<Code>NoSuchBucket</Code>')
    ? refuseTrouble(trouble)
    : absentBlob(id);
}

function isList(body: Uint8Array): boolean {
  return new TextDecoder().decode(body).trimEnd().endsWith('</ListBucketResult>');
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function unescapeXml(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities.get(name) ?? whole);
}
