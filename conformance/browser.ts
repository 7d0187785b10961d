// Loads modules as a browser would: no Node built-ins, no Node globals, and nothing but relative imports.
// Run as `node --experimental-vm-modules conformance/browser.ts FILE…`; prints one JSON line per file:
// `{ file, exports }` or `{ file, error }`.

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createContext, SourceTextModule } from 'node:vm';

type World = ReturnType<typeof createContext>;

/** What every current browser offers and a pure module may use; the language itself comes with the context. */
function webGlobals(): Readonly<Record<string, unknown>> {
  return {
    AbortController,
    AbortSignal,
    atob,
    Blob,
    btoa,
    clearTimeout,
    CompressionStream,
    console,
    crypto,
    DecompressionStream,
    DOMException,
    Event,
    EventTarget,
    fetch,
    File,
    FormData,
    Headers,
    performance,
    queueMicrotask,
    ReadableStream,
    Request,
    Response,
    setTimeout,
    structuredClone,
    TextDecoder,
    TextEncoder,
    TransformStream,
    URL,
    URLSearchParams,
    WritableStream,
  };
}

async function load(entry: string): Promise<readonly string[]> {
  const world: World = createContext({ ...webGlobals() });
  const modules = new Map<string, SourceTextModule>();

  const moduleAt = (url: string): SourceTextModule => {
    const known = modules.get(url);
    if (known !== undefined) return known;
    const source = readFileSync(fileURLToPath(url), 'utf8');
    const module = new SourceTextModule(stripTypeScriptTypes(source), {
      context: world,
      identifier: url,
      initializeImportMeta: (meta) => {
        meta.url = url;
      },
      importModuleDynamically: async (specifier) => linked(moduleAt(resolve(specifier, url))),
    });
    modules.set(url, module);
    return module;
  };
  const linked = async (module: SourceTextModule): Promise<SourceTextModule> => {
    if (module.status === 'unlinked')
      await module.link((specifier, referrer) => moduleAt(resolve(specifier, referrer.identifier)));
    await module.evaluate();
    return module;
  };

  const module = await linked(moduleAt(pathToFileURL(entry).href));
  return Object.keys(module.namespace).toSorted();
}

function resolve(specifier: string, referrer: string): string {
  if (!/^\.{1,2}\//.test(specifier))
    throw new Error(
      `${referrer.split('/').at(-1)} imports '${specifier}': a browser cannot load it`,
    );
  return new URL(specifier, referrer).href;
}

for (const file of process.argv.slice(2)) {
  const outcome = await load(file).then(
    (exports) => ({ file, exports }),
    (error: unknown) => ({ file, error: message(error) }),
  );
  console.log(JSON.stringify(outcome));
}

/** Errors of the other world are not instances of this world's Error. */
function message(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
