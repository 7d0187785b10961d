// The store as one asker sees it: the media of one conversation, or of one MCP server (what was taken in or drawn for its own
// calls, now or by an earlier server with the same folders). Everything else that the store holds, whoever else's it is, is
// answered like something that never was.
import { isBlobId } from '@percept/core/internal';
import { createHash } from 'node:crypto';
import {
  refuse,
  type BlobId,
  type BlobStore,
  type Outcome,
  type StoreCallOptions,
  type TenantId,
} from '@percept/core';
import { localTenant, type Memory, type TenantStore } from '@percept/store';
import { maxKnownPictures } from '../limits.ts';

/** Where the list is kept between two servers; forgetting it costs another look. */
export interface OwnMediaMemo {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

export interface OwnMediaOptions {
  readonly tenant: TenantId;
  readonly memo?: OwnMediaMemo;
  /** What is its own from the beginning. */
  readonly known?: Iterable<BlobId>;
  /** The oldest are forgotten beyond it. */
  readonly maxKnown?: number;
}

export class OwnMedia implements TenantStore {
  readonly tenant: TenantId;
  readonly #store: BlobStore;
  readonly #memo: OwnMediaMemo | undefined;
  readonly #given: readonly BlobId[];
  readonly #maxKnown: number;
  #known: Promise<Set<BlobId>> | undefined;

  constructor(
    store: BlobStore,
    { tenant, memo, known = [], maxKnown = Infinity }: OwnMediaOptions,
  ) {
    this.tenant = tenant;
    this.#store = store;
    this.#memo = memo;
    this.#given = [...known];
    this.#maxKnown = maxKnown;
  }

  /** What was taken in for these folders, in this process or an earlier one. */
  static ofFolders(
    memory: BlobStore & Pick<Memory, 'memos'>,
    face: 'mcp' | 'library',
    folders: readonly string[],
  ): OwnMedia {
    const digest = createHash('sha256').update(folders.join('\0')).digest('hex');
    const name = `${face}.own-media ${digest}`;
    const { memos } = memory;
    const memo = { read: () => memos.get(name), write: (text: string) => memos.put(name, text) };
    return new OwnMedia(memory, { tenant: localTenant, memo, maxKnown: maxKnownPictures });
  }

  async put(bytes: Uint8Array, options?: StoreCallOptions): Promise<Outcome<BlobId>> {
    const stored = await this.#store.put(bytes, options);
    if (stored.ok) await this.#learn(stored.value);
    return stored;
  }

  async get(id: BlobId, options?: StoreCallOptions): Promise<Outcome<Uint8Array>> {
    return (await this.#ids()).has(id) ? this.#store.get(id, options) : absent(id);
  }

  async size(id: BlobId): Promise<Outcome<number>> {
    return (await this.#ids()).has(id) ? this.#store.size(id) : absent(id);
  }

  /** Only the collector removes, and it works on the store itself. */
  async remove(): Promise<void> {}

  async *list(): AsyncIterable<BlobId> {
    yield* await this.#ids();
  }

  #ids(): Promise<Set<BlobId>> {
    return (this.#known ??= this.#read());
  }

  async #read(): Promise<Set<BlobId>> {
    const text = (await this.#memo?.read()) ?? '';
    return new Set([...this.#given, ...text.split(' ').filter(isBlobId)]);
  }

  async #learn(id: BlobId): Promise<void> {
    const known = await this.#ids();
    if (known.has(id)) return;
    known.add(id);
    const [oldest] = known;
    if (known.size > this.#maxKnown && oldest !== undefined) known.delete(oldest);
    await this.#memo?.write([...known].join(' '));
  }
}

function absent(id: BlobId): Outcome<never> {
  return refuse({
    refused: 'absent',
    message: `There is no stored media ${id.slice(0, 12)}….`,
    hint: 'View the file again; only what was taken in here can be seen.',
  });
}
