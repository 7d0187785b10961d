// A wasm build brings its own ceiling for memory (2 GiB); ours is lower. The module accepts any memory whose maximum is
// not over the one it declares, so the memory is made smaller as it is made, in this thread only.
import { inside, isRecord } from '@percept/core/internal';

const pageBytes = 65_536;

export function capWasmMemory(maxBytes: number): void {
  const wasm: unknown = Reflect.get(globalThis, 'WebAssembly');
  const memory: unknown = inside(wasm, 'Memory');
  if (!isRecord(wasm) || typeof memory !== 'function')
    throw new Error('There is no WebAssembly here.');
  const capped = new Proxy(memory, {
    construct(target, [descriptor]: readonly unknown[]): object {
      if (!isRecord(descriptor)) throw new TypeError('A memory needs a descriptor.');
      const declared = descriptor['maximum'];
      const pages = Math.floor(maxBytes / pageBytes);
      const maximum = typeof declared === 'number' ? Math.min(declared, pages) : pages;
      const made: unknown = Reflect.construct(target, [{ ...descriptor, maximum }]);
      if (typeof made !== 'object' || made === null) throw new TypeError('No memory was made.');
      return made;
    },
  });
  Reflect.set(wasm, 'Memory', capped);
}
