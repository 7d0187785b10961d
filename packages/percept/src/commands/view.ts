// `percept view`: what a model would see, as facts and as a file.
import { resolve } from 'node:path';
import { commonProfile, type BlobId, type JsonObject } from '@percept/core';
import { bytesText, perceptionFacts, printable } from '@percept/core/internal';
import { localTenant } from '@percept/core/internal/tenant';
import type { Perception, Seen } from '@percept/agent/tools';
import type { Door } from '@percept/ingest';
import type { TenantStore } from '@percept/store';
import type { Darkroom } from '@percept/render';
import {
  orRefuse,
  RefusalError,
  said,
  UsageError,
  type Answer,
  type Command,
  type Invocation,
} from '../cli/command.ts';
import type { Canvas } from '../cli/draw.ts';
import { isElsewhere, readNamed } from '../cli/input.ts';
import { notOnTerminal, writeNewFile } from '../cli/new-file.ts';
import { createPassingStore } from '../cli/passing-store.ts';
import { profileNames, readProfile } from '../cli/profile.ts';

export const view: Command = {
  help: `usage: percept view FILE|URL|-|media:sha256-… [--page N] [--region x,y,w,h] [options]

Shows a source exactly as a model would see it: pictures, SVG, PDF pages, code, Markdown,
tables, notebooks, diagrams. A region is cut from the original, so that details come back.
"-" reads standard input. A URL is fetched only from public hosts.
Draws in the terminal, in words where it cannot; PERCEPT_GRAPHICS=kitty|sixel|iterm|half|none
forces the way, also into a pipe.

options
  --page N[-M]      a page, or a range of pages (default: the first)
  --region x,y,w,h  thousandths of the page (0 to 1000), or pixels: 10px,20px,300px,200px
  --profile NAME    the model family that looks
                    ${profileNames()}
  --density WORD    legible, or gist: more on a page, less legible (default: legible)
  --out FILE        write the picture here; several pages get -1, -2 … before the extension.
                    "-" writes one picture to standard output, and nothing else
  --json            { width, height, mime, bytes, pages, tokens, warnings, factor, … }
  --data DIR        where the store is`,
  options: {
    page: { type: 'string' },
    region: { type: 'string' },
    profile: { type: 'string' },
    density: { type: 'string' },
    out: { type: 'string' },
  },
  run: async (invocation) => {
    const [ref, ...rest] = invocation.args;
    if (ref === undefined || rest.length > 0) throw new UsageError('Name one file.');
    readProfile(invocation.flags);
    if (invocation.flags.text('out') === '-') {
      if (invocation.flags.on('json'))
        throw new UsageError('Either --out - or --json: both write to standard output.');
      if (process.stdout.isTTY) throw new RefusalError(notOnTerminal);
    }
    if (canGlance(ref, invocation)) {
      const glimpse = await glance(ref, invocation);
      if (glimpse) return glimpse;
    }
    // Renderers are heavy, and a picture needs none. The engine that this name asks for starts first: meanwhile the terminal
    // answers and the store opens.
    const { createDarkroom, createStoreCache, standardRenderers, warmFor } =
      await import('@percept/render');
    const { hostPrograms } = await import('../cli/programs.ts');
    const renderers = standardRenderers({ programs: hostPrograms(invocation.environment) });
    // Also where nothing comes of it: a thread that runs keeps the command from ending.
    await using _engines = {
      [Symbol.asyncDispose]: async () => {
        for (const renderer of renderers) await renderer.close?.();
      },
    };
    warmFor(renderers, ref);
    const { openCanvas } = await import('../cli/draw.ts');
    await using canvas = openCanvas(invocation);
    const { openWorkspace } = await import('../cli/workspace.ts');
    await using memory = await openWorkspace(invocation);
    const { openDoor } = await import('@percept/ingest');
    const { acceptOf } = await import('../cli/accept.ts');
    const accept = acceptOf(invocation.environment);
    // Of this machine's owner: what other tenants of a server keep here is theirs.
    const store = memory.forTenant(localTenant);
    await using door = openDoor({ store, accept });
    canvas.prepare(door);
    const cache = createStoreCache(memory, memory.memos);
    await using darkroom = createDarkroom({ renderers, cache });
    return await look({ ref, store, door, darkroom, canvas }, invocation);
  },
};

/** A picture file that is only drawn or written out: neither the store nor a renderer is opened for it. */
function canGlance(ref: string, { flags }: Invocation): boolean {
  return (
    !flags.on('json') &&
    !isElsewhere(ref) &&
    /^(?!media:|attachment:).*\.(?:png|jpe?g|gif|webp|avif|bmp|ico|tiff?)$/i.test(ref)
  );
}

/** Undefined when the file is no picture after all. */
async function glance(ref: string, invocation: Invocation): Promise<Answer | undefined> {
  // The decoder starts first: while it does, the rest is loaded, the file is read and the terminal answers.
  const { codeCache, DecoderPool, warmDecoder } = await import('@percept/ingest/internal/decoder');
  const { acceptOf } = await import('../cli/accept.ts');
  const decoder = new DecoderPool({
    maxInFlight: 1,
    accept: acceptOf(invocation.environment),
  });
  void decoder.describe();
  const { openDoor } = await import('@percept/ingest');
  const store = createPassingStore();
  await using door = openDoor({ store, decoder });
  const { openCanvas } = await import('../cli/draw.ts');
  await using canvas = openCanvas(invocation);
  const studio = { ref, store, door, darkroom: undefined, canvas };
  try {
    return await look(studio, invocation);
  } catch (error) {
    const isOther = error instanceof RefusalError && error.refusal.refused === 'renderer-missing';
    if (!isOther) throw error;
    return undefined;
  } finally {
    codeCache().fill(warmDecoder);
  }
}

interface Studio {
  readonly ref: string;
  readonly store: TenantStore;
  readonly door: Door;
  readonly darkroom: Darkroom | undefined;
  readonly canvas: Canvas;
}

async function look(studio: Studio, invocation: Invocation): Promise<Answer> {
  const { flags, environment, signal } = invocation;
  const { ref, store, door, darkroom } = studio;
  const profile = readProfile(flags) ?? commonProfile;
  const given = isElsewhere(ref) ? await keep(ref, store, invocation) : undefined;
  const { createFreshness, createView } = await import('@percept/agent/tools');
  const tool = createView({
    // A person names the file: everything that they may read is theirs to look at.
    roots: ['/'],
    cwd: environment.workingDirectory,
    store,
    door,
    darkroom,
    profile: () => profile,
    freshness: createFreshness(),
    attachment: () => given,
  });
  const seen = await tool.run(
    {
      ref: given ? `attachment:${given.name}` : ref,
      pages: flags.text('page'),
      region: flags.text('region'),
      density: flags.text('density'),
    },
    { signal, onProgress: invocation.progress },
  );
  return show(orRefuse(seen), profile.id, studio, invocation);
}

/** What is no file is taken in first, and then looked at like an attachment of a conversation. */
async function keep(
  ref: string,
  store: TenantStore,
  invocation: Invocation,
): Promise<{ readonly blob: BlobId; readonly name: string }> {
  const { bytes, name = 'data' } = orRefuse(await readNamed(ref, invocation));
  return { blob: orRefuse(await store.put(bytes)), name };
}

async function show(
  seen: Seen,
  profile: string,
  { store, door, canvas }: Studio,
  invocation: Invocation,
): Promise<Answer> {
  const out = invocation.flags.text('out');
  const written: string[] = [];
  if (out === '-') {
    const [only, ...more] = seen.perceptions;
    if (!only || more.length > 0) throw new RefusalError(onePicture);
    return { kind: 'bytes', bytes: orRefuse(await store.get(only.block.sha256)) };
  }
  if (out !== undefined) {
    for (const perception of seen.perceptions) {
      const path = resolve(invocation.environment.workingDirectory, nameFor(out, perception, seen));
      const bytes = orRefuse(await store.get(perception.block.sha256));
      written.push(orRefuse(await writeNewFile(path, bytes)));
    }
  }
  const [first] = seen.perceptions;
  const isNamed = !first || out === undefined || hasNameOf(first.block.mime, out);
  const warnings = [...seen.warnings, ...(isNamed ? [] : [misnamed(first.block.mime, out)])];
  const json: JsonObject = {
    ...(first && factsOf(first)),
    pages: seen.pageCount,
    profile,
    ...(seen.frames !== undefined && { frames: seen.frames }),
    warnings,
    ...(seen.perceptions.length > 1 && { perceptions: seen.perceptions.map(factsOf) }),
    ...(out !== undefined && { out: written }),
  };
  let drawn = '';
  for (const { block } of seen.perceptions) drawn += await canvas.paint(block, { store, door });
  return said(json, textOf({ ...seen, warnings }, written), drawn);
}

const onePicture = {
  refused: 'too-many',
  message: 'Several pages were asked for, and standard output takes one picture.',
  hint: 'Ask for one page, or name a file.',
} as const;

/** A model is shown a photograph as JPEG, whatever the file is called: that is told, and never hidden by another encoding. */
function hasNameOf(mime: string, path: string): boolean {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  const type = extension === 'jpg' ? 'jpeg' : extension;
  return !['png', 'jpeg', 'gif', 'webp'].includes(type ?? '') || mime === `image/${type}`;
}

function misnamed(mime: string, path: string): string {
  const type = mime.replace('image/', '').toUpperCase();
  return `what a model sees is ${type}, and so is what was written to ${path}, whatever its name says`;
}

/** `plan.png` for one page, `plan-2.png` for the second of several. */
function nameFor(out: string, { page }: Perception, seen: Seen): string {
  if (seen.perceptions.length === 1) return out;
  const dot = out.lastIndexOf('.');
  return dot > 0 ? `${out.slice(0, dot)}-${page}${out.slice(dot)}` : `${out}-${page}`;
}

function factsOf(perception: Perception): JsonObject {
  const { block, estimatedTokens } = perception;
  const { sha256, mime } = block;
  return { sha256, mime, ...perceptionFacts(perception), tokens: estimatedTokens ?? null };
}

function textOf(seen: Seen, written: readonly string[]): string {
  const name = printable(seen.ref.replace(/^attachment:/, ''));
  return [
    ...seen.perceptions.map(({ block, page, factor, estimatedTokens }) => {
      const type = block.mime.replace('image/', '');
      const place = seen.pageCount > 1 ? `, page ${page} of ${seen.pageCount}` : '';
      const cost =
        estimatedTokens === undefined ? '' : `, about ${estimatedTokens} tokens (estimate)`;
      return `[image: ${block.width}x${block.height} ${type}, ${bytesText(block.bytes)}, ${name}${place}${cost}]${factor > 1 ? ' [downscaled]' : ''}`;
    }),
    ...seen.warnings.map((warning) => `note: ${printable(warning, 300)}`),
    ...written.map((path) => `written to ${printable(path, 500)}`),
    ...(written.length === 0 ? ['Write it to a file with --out FILE.'] : []),
  ].join('\n');
}
