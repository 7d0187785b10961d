// What several ask for at the same moment is done once.

/** @example const share = sharing<BlobId, Outcome<Uint8Array>>(); await share(id, () => store.get(id)); */
export function sharing<K, T>(): (key: K, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<K, Promise<T>>();
  return (key, work) => {
    const started = underWay.get(key) ?? work().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}

/** What is made when it is first asked for, and kept. What could not be made is tried anew the next time. */
export function keeping<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () =>
    (kept ??= make().catch((error: unknown) => {
      kept = undefined;
      throw error;
    }));
}
