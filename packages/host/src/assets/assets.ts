// Capability URLs for stored media, minted and served. A request's handle is proven by its MAC before anything else is asked; then the
// grant's row decides; then verified bytes leave, or none.
import {
  accept,
  refuse,
  type BlobId,
  type Outcome,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { withLimits, definedOf } from '@percept/core/internal';
import type { BlobReader, Clock, Disposition, Grant, GrantScope, Memory } from '@percept/store';
import { assetPaths, redactHandles, signHandle, verifyHandle } from './handle.ts';
import { HotAssets } from './hot-assets.ts';
import type { KeyRing } from './key-ring.ts';
import { assetLimits, type AssetLimits } from './limits.ts';
import { nodeHandler, type NodeHandler } from './node.ts';
import {
  notFound,
  preflight,
  respond,
  unavailable,
  withoutBody,
  wrongMethod,
  type AssetAnswer,
  type AssetRequest,
} from './respond.ts';
import { dispositionOf, typeOf } from './serving.ts';

export interface AssetsParts {
  readonly memory: Pick<Memory, 'get' | 'open' | 'grants'>;
  readonly keys: KeyRing;
  /** Where this host is reached, such as `https://media.example`. A function, while the port is not known yet. */
  readonly origin: string | (() => string);
  readonly clock?: Clock;
  readonly limits?: Partial<AssetLimits>;
}

export interface MintRequest {
  readonly tenant: TenantId;
  /** The log that the URL will stand in: it refers to the blob already, and the URL lives as long as it does. */
  readonly run: SessionId;
  readonly blob: BlobId;
  /** What the caller takes it for. The bytes decide. */
  readonly mime?: string;
  readonly name?: string;
  /** Pictures and sounds are shown in place unless this says otherwise; everything else is a download. */
  readonly disposition?: Disposition;
  /** Milliseconds since 1970, when the URL shall end before its log. */
  readonly expiresAt?: number;
}

export interface MintedAsset {
  readonly grant: Grant;
  readonly url: string;
  /** The same asset under the path that the conformance seams of OpenWOP look for. */
  readonly sampleUrl: string;
  /** As sniffed. */
  readonly mime: string;
  readonly bytes: number;
}

export interface Answered {
  readonly answer: AssetAnswer;
  /** Whose bytes to send, when the answer has a slice of them. */
  readonly grant?: Grant;
}

export type AssetBytes =
  | { readonly kind: 'buffer'; readonly bytes: Uint8Array }
  | { readonly kind: 'reader'; readonly reader: BlobReader };

/** @example const assets = new Assets({ memory, keys: openKeyRing({ directory }), origin: 'https://media.example' }); */
export class Assets {
  /** To be asked first: answers requests for assets on the raw response, and says whether it was one. */
  readonly node: NodeHandler = nodeHandler(this);
  /** A text without capabilities, for logs and bundles. */
  readonly redact: (text: string) => string = redactHandles;
  readonly limits: AssetLimits;
  readonly #memory: AssetsParts['memory'];
  readonly #keys: KeyRing;
  readonly #origin: () => string;
  readonly #clock: Clock;
  readonly #hot: HotAssets;

  constructor({ memory, keys, origin, clock = Date.now, limits }: AssetsParts) {
    this.limits = withLimits(assetLimits, limits);
    this.#memory = memory;
    this.#keys = keys;
    this.#origin = typeof origin === 'string' ? () => origin : origin;
    this.#clock = clock;
    this.#hot = new HotAssets((id) => memory.get(id), this.limits.maxHotBytes);
  }

  async mint(request: MintRequest): Promise<Outcome<MintedAsset>> {
    const { tenant, run, blob, name, disposition = 'inline', expiresAt } = request;
    const bytes = await this.#memory.get(blob);
    if (!bytes.ok) return bytes;
    const mime = typeOf(bytes.value);
    const key = this.#keys.active();
    const grant = await this.#memory.grants.mint({
      tenant,
      run,
      blob,
      mime,
      disposition: dispositionOf(mime, disposition),
      signingKey: key.id,
      ...definedOf({ name, expiresAt }),
    });
    if (!grant.ok) return grant;
    const origin = this.#origin();
    const handle = signHandle(key, grant.value.id, origin);
    const [path, samplePath] = assetPaths;
    return accept({
      grant: grant.value,
      url: `${origin}${path}${handle}`,
      sampleUrl: `${origin}${samplePath}${handle}`,
      mime,
      bytes: grant.value.bytes,
    });
  }

  /** Whether an address is one of ours, whoever may see what is behind it, if anything is. */
  isHere(url: string): boolean {
    return this.#handleOf(url) !== undefined;
  }

  /** The grant behind a URL of ours, for its own tenant alone; it may have ended. */
  async resolve(url: string, tenant: TenantId): Promise<Outcome<Grant>> {
    const handle = this.#handleOf(url);
    const proven = handle === undefined ? undefined : await this.#verify(handle);
    if (!proven) return noAsset;
    const grant = await this.#memory.grants.find(proven.grant);
    if (!grant.ok) return grant.refusal.refused === 'absent' ? noAsset : grant;
    return grant.value.tenant === tenant ? grant : noAsset;
  }

  #handleOf(url: string): string | undefined {
    const origin = this.#origin();
    const path = assetPaths.find((prefix) => url.startsWith(`${origin}${prefix}`));
    return path && url.slice(origin.length + path.length);
  }

  revoke(scope: GrantScope): Promise<Outcome<number>> {
    return this.#memory.grants.revoke(scope);
  }

  /** New URLs get a new key; old keys whose grants have all ended are removed. Returns the ids of those. */
  async rotateKeys(): Promise<Outcome<readonly string[]>> {
    await this.#keys.rotate();
    const inUse = await this.#memory.grants.signingKeys();
    return inUse.ok ? accept(await this.#keys.retire(inUse.value)) : inUse;
  }

  /** What to say to a request; the bytes are not touched yet. */
  async answer(handle: string, request: AssetRequest): Promise<Answered> {
    switch (request.method) {
      case 'OPTIONS':
        return { answer: preflight };
      case 'GET':
        return this.#answer(handle, request);
      case 'HEAD': {
        const answered = await this.#answer(handle, request);
        return { ...answered, answer: withoutBody(answered.answer) };
      }
      default:
        return { answer: wrongMethod };
    }
  }

  /** The bytes of a grant, verified: at once when they are small, piece by piece when they are not. */
  async bytes(grant: Grant): Promise<Outcome<AssetBytes>> {
    const { blob } = grant;
    if (grant.bytes <= this.limits.maxBufferedBytes) {
      const held = this.#hot.peek(blob);
      if (held) return accept({ kind: 'buffer', bytes: held });
      const read = await this.#hot.get(blob);
      return read.ok ? accept({ kind: 'buffer', bytes: read.value }) : read;
    }
    const opened = await this.#memory.open(blob);
    return opened.ok ? accept({ kind: 'reader', reader: opened.value }) : opened;
  }

  async #answer(handle: string, request: AssetRequest): Promise<Answered> {
    const proven = await this.#verify(handle);
    if (!proven) return { answer: notFound };
    const found = await this.#memory.grants.find(proven.grant);
    if (!found.ok) return { answer: found.refusal.refused === 'absent' ? notFound : unavailable };
    const grant = found.value;
    if (grant.signingKey !== proven.keyId) return { answer: notFound };
    return { answer: respond(grant, request, this.#clock()), grant };
  }

  /** A second look only where the ring has learnt of another key since. */
  async #verify(handle: string): Promise<ReturnType<typeof verifyHandle>> {
    const find = (id: string) => this.#keys.find(id);
    const proven = verifyHandle(handle, this.#origin(), find);
    if (proven || !(await this.#keys.refresh?.())) return proven;
    return verifyHandle(handle, this.#origin(), find);
  }
}

const noAsset: Outcome<never> = refuse({
  refused: 'absent',
  message: 'There is no such asset.',
  hint: 'Ask whoever gave you the URL for a new one.',
});
