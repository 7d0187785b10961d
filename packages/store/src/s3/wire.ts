// One signed request over the S3 wire, with a deadline, and again when the failure may pass. Every request here may be
// sent twice without harm. An answer is read up to a limit and no redirect is followed.
import { accept, type Outcome } from '@percept/core';
import { inside, withLimits } from '@percept/core/internal';
import {
  call,
  checkOptions,
  either,
  limitsOf,
  maybe,
  oneOf,
  shape,
  text,
  word,
} from '@percept/core/internal/options';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { isPassing, refuseTrouble, type Trouble } from './failure.ts';
import { bucketUrl, keyPrefix, type S3Credentials, type S3Options } from './options.ts';
import { maxS3ErrorBytes, maxSigningKeys, s3Limits, type S3Limits } from './limits.ts';

export interface WireRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** After the prefix; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The SHA-256 of the body: the server refuses what arrives differently. */
  readonly bodyHash?: string;
  readonly maxReplyBytes: number;
  /** Statuses that are an answer and not a failure. */
  readonly expected: readonly number[];
  /** Whether the answer is what it must be. One that is not may have been damaged on its way, and is asked for again. */
  readonly isSound?: (body: Uint8Array, status: number) => boolean;
}

export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** False when every attempt gave an answer that is not what it must be. */
  readonly sound: boolean;
}

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const firstPauseMs = 50;

export class S3Wire {
  readonly prefix: string;
  readonly limits: S3Limits;
  readonly #bucket: URL;
  readonly #region: string;
  readonly #credentials: S3Options['credentials'];
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(options: S3Options) {
    checkOptions('S3', options, {
      endpoint: word,
      region: word,
      bucket: word,
      credentials: either(
        'holds keys, or is a function',
        call,
        shape({ accessKeyId: text, secretAccessKey: text }),
      ),
      style: maybe(oneOf(['path', 'virtual-host'])),
      prefix: maybe(text),
      limits: limitsOf(s3Limits),
    });
    this.#bucket = bucketUrl(options);
    this.prefix = keyPrefix(options);
    this.#region = options.region;
    this.#credentials = options.credentials;
    this.limits = withLimits(s3Limits, options.limits);
  }

  async send(request: WireRequest): Promise<Outcome<WireReply>> {
    for (let attempt = 1; ; attempt += 1) {
      const sent = await this.#attempt(request);
      const isTrouble = 'kind' in sent;
      const isFinal = isTrouble ? !isPassing(sent) : sent.sound;
      if (isFinal || attempt >= this.limits.maxAttempts)
        return isTrouble ? refuseTrouble(sent) : accept(sent);
      const longest = Math.min(this.limits.maxPauseMs, firstPauseMs * 4 ** attempt);
      await sleep(randomInt(Math.ceil(longest / 2), Math.ceil(longest) + 1));
    }
  }

  /** An address that anybody may read from for a while. */
  async presign(
    key: string,
    query: Readonly<Record<string, string>>,
    seconds: number,
  ): Promise<URL> {
    const url = this.#urlOf(key, { ...query, 'X-Amz-Expires': `${seconds}` });
    const signed = await this.#signer({ method: 'GET', url, headers: {}, signQuery: true });
    return signed.url;
  }

  #urlOf(key: string, query: Readonly<Record<string, string>> = {}): URL {
    const url = new URL(this.#bucket);
    url.pathname += key === '' ? '' : `${this.prefix}${key}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  async #signer(request: {
    readonly method: string;
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    readonly signQuery: boolean;
  }): Promise<{ readonly url: URL; readonly headers: Headers }> {
    const credentials = await this.#currentCredentials();
    if (this.#signingKeys.size > maxSigningKeys) this.#signingKeys.clear();
    const { method, url, headers, signQuery } = request;
    return new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers },
      signQuery,
      service: 's3',
      region: this.#region,
      cache: this.#signingKeys,
      accessKeyId: credentials.accessKeyId,
      secretAccessKey: credentials.secretAccessKey,
      ...(credentials.sessionToken !== undefined && { sessionToken: credentials.sessionToken }),
    }).sign();
  }

  /** What a provider of credentials says when it fails is not repeated. */
  async #currentCredentials(): Promise<S3Credentials> {
    if (typeof this.#credentials !== 'function') return this.#credentials;
    try {
      return await this.#credentials();
    } catch {
      throw new Error('There are no credentials.', { cause: { code: 'NO_CREDENTIALS' } });
    }
  }

  async #attempt(request: WireRequest): Promise<WireReply | Trouble> {
    const { method, key, query, body, bodyHash = emptyHash, expected } = request;
    try {
      const { url, headers } = await this.#signer({
        method,
        url: this.#urlOf(key, query),
        headers: { ...request.headers, 'x-amz-content-sha256': bodyHash },
        signQuery: false,
      });
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.limits.requestTimeoutMs),
        ...(body && { body: new Uint8Array(body) }),
      });
      const { status } = response;
      if (!expected.includes(status)) {
        const error = (await readBody(response, maxS3ErrorBytes)) ?? new Uint8Array();
        return { kind: 'status', status, code: codeIn(error) };
      }
      const bytes = await readBody(response, request.maxReplyBytes);
      if (!bytes) return { kind: 'too-long' };
      const sound = request.isSound?.(bytes, status) ?? true;
      return { status, headers: response.headers, body: bytes, sound };
    } catch (error) {
      return networkTrouble(error);
    }
  }
}

/** Undefined when there is more than `maxBytes`. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const stream: ReadableStream<Uint8Array> | null = response.body;
  if (!stream) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of stream) {
    held += chunk.length;
    if (held > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
}

function codeIn(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  return /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? '';
}

/** `fetch` hides the reason in the cause. */
function networkTrouble(error: unknown): Trouble {
  if (error instanceof Error && error.name === 'TimeoutError') return { kind: 'timeout' };
  const cause = error instanceof Error ? error.cause : undefined;
  const code = inside(cause, 'code');
  const isWord = typeof code === 'string' && /^\w+$/.test(code);
  return { kind: 'network', code: isWord ? code : 'CONNECTION_LOST' };
}
