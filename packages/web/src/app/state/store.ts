// A value that changes as a whole and tells whoever watches. Components read it through `useStore`.
import { useSyncExternalStore } from 'react';

export class Store<T> {
  #value: T;
  readonly #watchers = new Set<() => void>();

  constructor(first: T) {
    this.#value = first;
  }

  readonly get = (): T => this.#value;

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of this.#watchers) watcher();
  }

  change(part: Partial<T>): void {
    this.set({ ...this.#value, ...part });
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get);
}
