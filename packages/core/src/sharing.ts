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
