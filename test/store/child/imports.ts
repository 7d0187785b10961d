// Loads one entry of the store and says which packages that brought along.
import { registerHooks } from 'node:module';

const seen = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    const name = /^(?:@[^/]+\/)?[^./:][^/:]*/.exec(specifier)?.[0];
    if (name !== undefined && !specifier.includes(':')) seen.add(name);
    return next(specifier, context);
  },
});
await import(process.argv[2] ?? '');
console.log(JSON.stringify([...seen].toSorted()));
