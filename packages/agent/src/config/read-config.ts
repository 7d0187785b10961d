// Reads one configuration file to an untyped value. A syntax error is told by its place only: the parser's own message
// quotes the text around it, and that may be a key.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { types } from 'node:util';
import { accept, isRecord, refuse, type Outcome, type Refusal } from '@percept/core';
import type { FoundFile } from './find-config.ts';

const maxBytes = 1024 * 1024;

export async function readConfigFile({ path, label }: FoundFile): Promise<Outcome<unknown>> {
  return path.endsWith('.json') ? readJson(path, label) : runModule(path, label);
}

async function readJson(path: string, label: string): Promise<Outcome<unknown>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return refuse(unreadable(label, 'Check that it can be read.'));
  }
  if (text.length > maxBytes)
    return refuse(unreadable(label, 'It is over a mebibyte; make it smaller.'));
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
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

/** Any kind of module that Node runs: ES, CommonJS, or TypeScript whose types can be left out. */
function runModule(path: string, label: string): Outcome<unknown> {
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
    return refuse(
      unreadable(
        label,
        `It failed with a ${name} when it was loaded; run it with node to see where.`,
      ),
    );
  }
}

function unreadable(label: string, hint: string): Refusal {
  return { refused: 'invalid-input', message: `${label} could not be read.`, hint };
}
