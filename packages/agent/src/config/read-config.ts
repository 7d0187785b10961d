// From the bytes of one configuration file to an untyped value. A syntax error is told by its place only: the parser's own
// message quotes the text around it, and that may be a key. Code runs only from bytes that were trusted, and of a project
// only that one file: whatever it would import beside it was trusted by nobody.
import nodeModule, { createRequire, isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import { types } from 'node:util';
import { accept, refuse, type Outcome } from '@percept/core';
import { isRecord } from '@percept/core/internal';
import type { FoundFile } from './find-config.ts';

/** Data is read by whoever finds it; code is for trusted files. */
export function isData({ path }: Pick<FoundFile, 'path'>): boolean {
  return path.endsWith('.json');
}

export function readConfigFile(file: FoundFile): Outcome<unknown> {
  if (isData(file)) return readJson(file);
  return file.owner === 'project' ? runAlone(file) : runModule(file);
}

function readJson({ bytes, label }: FoundFile): Outcome<unknown> {
  const text = new TextDecoder().decode(bytes);
  try {
    const value: unknown = JSON.parse(text);
    return accept(value);
  } catch (error) {
    return refuse({
      refused: 'invalid-input',
      message: `${label} is not JSON${placeOf(error, text)}.`,
      hint: 'JSON has no comments, no trailing commas, and double quotes.',
    });
  }
}

function placeOf(error: unknown, text: string): string {
  const told = error instanceof Error ? error.message : '';
  if (told.includes('end of JSON')) return ': it ends too early';
  const at = /position (\d+)/.exec(told)?.[1];
  if (at === undefined) return '';
  const lines = text.slice(0, Number(at)).split('\n');
  return `: line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** The bytes that were judged, and Node's own modules. */
function runAlone(file: FoundFile): Outcome<unknown> {
  const own = pathToFileURL(file.path).href;
  const source = new TextDecoder().decode(file.bytes);
  let stranger: string | undefined;
  if (!('registerHooks' in nodeModule))
    return unreadable(
      file.label,
      'A project’s configuration that is code needs Node 22.15 or newer. Write it as JSON.',
    );
  const hooks = nodeModule.registerHooks({
    resolve: (specifier, context, next) => {
      if (context.parentURL === own && specifier !== file.path && !isBuiltin(specifier)) {
        stranger = specifier;
        throw new TypeError('A project’s configuration stands alone.');
      }
      return next(specifier, context);
    },
    load: (url, context, next) => {
      const loaded = next(url, context);
      return url === own ? { ...loaded, source } : loaded;
    },
  });
  try {
    const value = runModule(file);
    return stranger === undefined
      ? value
      : unreadable(
          file.label,
          'It imports another file or a package: a project’s configuration may use Node’s own modules only.',
        );
  } finally {
    hooks.deregister();
  }
}

/** Any kind of module that Node runs: ES, CommonJS, or TypeScript whose types can be left out. */
function runModule({ path, label }: FoundFile): Outcome<unknown> {
  try {
    const load = createRequire(path);
    const module: unknown = load(path);
    if (isRecord(module) && module['default'] !== undefined) return accept(module['default']);
    if (!types.isModuleNamespaceObject(module)) return accept(module);
    return refuse({
      refused: 'invalid-input',
      message: `${label} has no default export.`,
      hint: 'Write `export default { main: "anthropic/claude-opus-4-8" }`.',
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : 'error';
    return unreadable(
      label,
      `It failed with a ${name} when it was loaded; run it with node to see where.`,
    );
  }
}

function unreadable(label: string, hint: string): Outcome<never> {
  return refuse({ refused: 'invalid-input', message: `${label} could not be read.`, hint });
}
