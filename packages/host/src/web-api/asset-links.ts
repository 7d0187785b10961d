// Addresses for stored bytes, as the browser may load them. Each is minted once for a session and a blob, however often a
// page is drawn, and ends by itself: a page that is drawn later gets a new one.
import { BoundedMap, madeAlt, nameOf, printable } from '@percept/core/internal';
import {
  type BlobId,
  type MadeWords,
  type SessionId,
  type StoredBlock,
  type TenantId,
} from '@percept/core';
import type { Assets, MintedAsset } from '../assets/index.ts';
import type { AssetLink } from '@percept/contract';
import { linkLifetimeMs, maxRememberedLinks } from './limits.ts';

/** The asset host, as far as it is needed here. */
export type Mint = Pick<Assets, 'mint'>;

interface Minted extends Pick<MintedAsset, 'url' | 'mime' | 'bytes'> {
  readonly mintedAt: number;
}

const freshMs = linkLifetimeMs / 2;

export class AssetLinks {
  readonly #assets: Mint;
  readonly #clock: () => number;
  readonly #minted = new BoundedMap<Minted>(maxRememberedLinks);

  constructor(assets: Mint, clock: () => number) {
    this.#assets = assets;
    this.#clock = clock;
  }

  /** Undefined when the bytes are gone, or the log does not refer to them. */
  async url(
    tenant: TenantId,
    session: SessionId,
    blob: BlobId,
    name?: string,
  ): Promise<Minted | undefined> {
    const key = `${tenant} ${session} ${blob} ${name ?? ''}`;
    const now = this.#clock();
    const known = this.#minted.get(key);
    if (known && now - known.mintedAt < freshMs) return known;
    const minted = await this.#assets.mint({
      tenant,
      run: session,
      blob,
      expiresAt: now + linkLifetimeMs,
      ...(name !== undefined && { name }),
    });
    if (!minted.ok) return undefined;
    const { url, mime, bytes } = minted.value;
    const made: Minted = { url, mime, bytes, mintedAt: now };
    this.#minted.set(key, made);
    return made;
  }

  async link(
    tenant: TenantId,
    session: SessionId,
    block: StoredBlock,
  ): Promise<AssetLink | undefined> {
    const minted = await this.url(tenant, session, block.sha256, shownName(block));
    if (!minted) return undefined;
    const size = block.type === 'image' ? { width: block.width, height: block.height } : {};
    return { url: minted.url, mime: minted.mime, bytes: block.bytes, ...size, alt: altOf(block) };
  }

  /** The grants of a session that was removed are gone with it. */
  forget(session: SessionId): void {
    for (const key of this.#minted.keys())
      if (key.includes(` ${session} `)) this.#minted.delete(key);
  }
}

export function shownName(block: StoredBlock): string | undefined {
  const name = block.type !== 'image' && block.name !== undefined ? block.name : nameOf(block);
  return name === undefined ? undefined : printable(name.replace(/^attachment:/, ''), 200);
}

/** What a person who cannot see it is told: what it is, and what it is called. */
export function altOf(block: StoredBlock, words?: MadeWords): string {
  const name = shownName(block);
  const called = name === undefined ? '' : ` ${name}`;
  const { origin } = block;
  if (origin.kind === 'made') return madeAlt(block, words);
  switch (block.type) {
    case 'image': {
      const size = `${block.width}×${block.height} pixels`;
      if (origin.kind === 'attachment') return `Picture${called}, ${size}`;
      const what = origin.page === undefined ? 'View of' : `Page ${origin.page} of`;
      const part = origin.region === undefined ? '' : `, region ${origin.region}`;
      return `${what}${called}${part}, ${size}`;
    }
    case 'audio': {
      const seconds = block.durationMs === undefined ? undefined : block.durationMs / 1000;
      return `Sound${called}${seconds === undefined ? '' : `, ${Math.round(seconds)} seconds`}`;
    }
    case 'file':
      return `File${called}, ${block.mime}`;
  }
}
