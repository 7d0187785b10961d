// Every number that bounds something stands on a page of limits (`limits.ts` of its package or folder), under a name of its own that
// says its unit. What is called like a limit and is none is named here, with the reason. `node conformance/limits.ts` exits 1 with
// one line for each that stands elsewhere.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, parseSync, Visitor } from 'oxc-parser';

export interface Limit {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly name: string;
  readonly value: string;
  /** Declared for itself, and not as a field of something. */
  readonly isConstant: boolean;
}

/** What our names say of a bound; a size of a format, a threshold of recognition or a pace is called something else. */
const limitName =
  /^(?:max|most|longest)[A-Z]|^default(?:Max|Most)|(?:[tT]imeout|[dD]eadline|[pP]atience|[lL]ifetime|[gG]race)Ms$/;

const recognition =
  'a threshold of recognition, found by measuring: it moves what is read and bounds nothing';
const format = 'a figure of the format itself, which nobody chose here';
const system = 'a figure of the operating system or the runtime, which nobody chose here';
const drawing = 'the measure of a drawing, as a margin is';
const target = 'a size to fit to: what is larger is shrunk, and nothing is refused';
const schema = 'a keyword of JSON Schema in a contract that is published as it stands';
const single = 'one at a time, which is how it works and no figure to tune';

/** Folder or file, perhaps with the name in it → why that is no limit. */
export const others: Readonly<Record<string, string>> = {
  'core/src/profile/families/':
    'what a provider says of its models: the table of profiles is their one place',
  'core/src/profile/fit.ts': target,
  'core/src/envelope/schemas.ts': schema,
  'core/src/permission/spelled.ts maxBlanks': drawing,
  'agent/src/config/settings.ts':
    'defaults of a section of the configuration, which is their one place',
  'agent/src/mcp/tool-list.ts': schema,
  'agent/src/bridge/device.ts': target,
  'agent/src/prompt/present.ts': target,
  'agent/src/prompt/intake.ts maxChars': 'one letter is asked for, to see whether there is any',
  'host/src/gateway/model-profile.ts':
    'the profile of a model that nobody knows: as much as any known one takes',
  'host/src/assets/handle.ts maxHandleChars': format,
  'eyes/src/chart/': recognition,
  'eyes/src/colour/': recognition,
  'eyes/src/controls/finder.ts': recognition,
  'eyes/src/diagram/': recognition,
  'eyes/src/layout/': recognition,
  'eyes/src/look/picture-reader.ts': recognition,
  'eyes/src/ocr/': recognition,
  'eyes/src/speech/': recognition,
  'ingest/src/admission/image.ts': target,
  'ingest/src/bmp/header.ts maxSide': format,
  'ingest/src/jpeg/write.ts': format,
  'ingest/src/png/raster-png.ts maxColours': format,
  'ingest/src/probe/audio/flac.ts maxFrameSamples': format,
  'ingest/src/probe/gif.ts maxPixelsPerByte': format,
  'ingest/src/probe/png-chunks.ts maxLength': format,
  'ingest/src/probe/png.ts maxExpansion': format,
  'ingest/src/probe/legacy-text.ts': recognition,
  'ingest/src/sources/path-name.ts': system,
  'ingest/src/sources/request.ts maxSockets': single,
  'percept/src/commands/view.ts maxInFlight': single,
  'percept/src/conformance/capture-server.ts maxBodyBytes':
    'of the server that users test with: it has no other limit, and its option has this default',
  'render/src/browser/browser.ts maxRetries': 'of removing a folder, in the words of Node',
  'render/src/diagram/mermaid/measure.ts maxLine': drawing,
  'render/src/document/picture.ts maxHeight': drawing,
  'render/src/office/zip.ts maxComment': format,
  'render/src/pdf/system-fonts.ts maxFaceBytes': format,
  'terminal/src/chat/scroll.ts': drawing,
  'terminal/src/chat/text-width.ts': drawing,
};

export function limitsOf(root: string): readonly Limit[] {
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
    .toSorted()
    .flatMap((file) => limitsIn(file, readFileSync(join(root, file), 'utf8')));
}

export const isPage = (file: string): boolean => file.endsWith('/limits.ts');

/** Limits that stand beside the code that uses them, by file and name. */
export function strayLimits(limits: readonly Limit[]): readonly string[] {
  return limits.filter(({ file }) => !isPage(file)).map(({ file, name }) => `${file} ${name}`);
}

/** Which of `others` speaks for it. */
export const excuseOf = (stray: string): string | undefined =>
  Object.keys(others).find((start) => stray.startsWith(`packages/${start}`));

export function limitsIn(file: string, source: string): readonly Limit[] {
  const found: Limit[] = [];
  const add = (name: string, value: Node, isConstant: boolean): void => {
    const text = source.slice(value.start, value.end);
    // Nothing and everything are no figures that anybody chose.
    if (limitName.test(name) && isFigure(value) && text !== '0')
      found.push({ file, name, value: text, isConstant });
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null) add(id.name, init, true);
    },
    PropertyDefinition({ key, value }) {
      if (key.type === 'Identifier' && value !== null) add(key.name, value, false);
    },
    Property({ key, value }) {
      if (key.type === 'Identifier') add(key.name, value, false);
    },
    AssignmentPattern({ left, right }) {
      if (left.type === 'Identifier') add(left.name, right, false);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

function isFigure(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number';
    case 'BinaryExpression':
      return isFigure(node.left) && isFigure(node.right);
    default:
      return false;
  }
}

if (import.meta.main) {
  const all = limitsOf(fileURLToPath(new URL('..', import.meta.url)));
  const unexcused = strayLimits(all).filter((one) => excuseOf(one) === undefined);
  for (const one of unexcused) console.error(`${one}: a limit that stands on no page of limits`);
  if (unexcused.length > 0) process.exitCode = 1;
}
