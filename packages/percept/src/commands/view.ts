// `percept view`: what a model would see, as facts and as a file.
import { resolve } from 'node:path';
import { commonProfile, printable, type JsonObject } from '@percept/core';
import { createFreshness, createView, type Perception, type Seen } from '@percept/agent/tools';
import { openDoor, type Door } from '@percept/ingest';
import { createDarkroom, createStoreCache, standardRenderers } from '@percept/render';
import type { Memory } from '@percept/store';
import { said, UsageError, type Answer, type Command, type Invocation } from '../cli/command.ts';
import { openCanvas, type Canvas } from '../cli/draw.ts';
import { bytesText } from '../cli/figures.ts';
import { writeNewFile } from '../cli/new-file.ts';
import { profileNames, readProfile } from '../cli/profile.ts';
import { openWorkplace } from '../cli/workplace.ts';

export const view: Command = {
  help: `usage: percept view FILE|media:sha256-… [--page N] [--region x,y,w,h] [options]

Shows a source exactly as a model would see it: pictures, SVG, PDF pages, code, Markdown,
tables, notebooks, diagrams. A region is cut from the original, so that details come back.
Draws in the terminal, in words where it cannot; PERCEPT_GRAPHICS=kitty|sixel|iterm|half|none
forces the way, also into a pipe.

options
  --page N[-M]      a page, or a range of pages (default: the first)
  --region x,y,w,h  thousandths of the page (0 to 1000), or pixels: 10px,20px,300px,200px
  --profile NAME    the model family that looks
                    ${profileNames()}
  --out FILE        write the picture here; several pages get -1, -2 … before the extension
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
    const { args, flags, environment, signal } = invocation;
    const [ref, ...rest] = args;
    if (ref === undefined || rest.length > 0) throw new UsageError('Name one file.');
    const profile = readProfile(flags) ?? commonProfile;
    await using canvas = openCanvas(invocation);
    await using memory = await openWorkplace(invocation);
    await using door = openDoor({ store: memory });
    const darkroom = createDarkroom({
      renderers: standardRenderers(),
      cache: createStoreCache(memory, memory.memos),
    });
    try {
      const tool = createView({
        // A person names the file: everything that they may read is theirs to look at.
        roots: ['/'],
        cwd: environment.workingDirectory,
        store: memory,
        door,
        darkroom,
        profile: () => profile,
        freshness: createFreshness(),
      });
      const page = flags.text('page');
      const region = flags.text('region');
      const density = flags.text('density');
      const seen = await tool.run(
        {
          ref,
          ...(page !== undefined && { pages: page }),
          ...(region !== undefined && { region }),
          ...(density !== undefined && { density }),
        },
        { signal, onProgress: invocation.progress },
      );
      if (!seen.ok) return { kind: 'refused', refusal: seen.refusal };
      return await show(seen.value, profile.id, { memory, door, canvas }, invocation);
    } finally {
      await darkroom.close();
    }
  },
};

interface Studio {
  readonly memory: Memory;
  readonly door: Door;
  readonly canvas: Canvas;
}

async function show(
  seen: Seen,
  profile: string,
  { memory, door, canvas }: Studio,
  invocation: Invocation,
): Promise<Answer> {
  const out = invocation.flags.text('out');
  const written: string[] = [];
  if (out !== undefined) {
    for (const perception of seen.perceptions) {
      const path = resolve(invocation.environment.workingDirectory, nameFor(out, perception, seen));
      const bytes = await memory.get(perception.block.sha256);
      if (!bytes.ok) return { kind: 'refused', refusal: bytes.refusal };
      const refusal = await writeNewFile(path, bytes.value);
      if (refusal) return { kind: 'refused', refusal };
      written.push(path);
    }
  }
  const [first] = seen.perceptions;
  const json: JsonObject = {
    ...(first && factsOf(first)),
    pages: seen.pageCount,
    profile,
    ...(seen.frames !== undefined && { frames: seen.frames }),
    warnings: [...seen.warnings],
    ...(seen.perceptions.length > 1 && { perceptions: seen.perceptions.map(factsOf) }),
    ...(out !== undefined && { out: written }),
  };
  let drawn = '';
  for (const { block } of seen.perceptions)
    drawn += await canvas.paint(block, { store: memory, door });
  return said(json, drawn + textOf(seen, written));
}

/** `plan.png` for one page, `plan-2.png` for the second of several. */
function nameFor(out: string, { page }: Perception, seen: Seen): string {
  if (seen.perceptions.length === 1) return out;
  const dot = out.lastIndexOf('.');
  return dot > 0 ? `${out.slice(0, dot)}-${page}${out.slice(dot)}` : `${out}-${page}`;
}

function factsOf({
  block,
  page,
  original,
  shown,
  factor,
  estimatedTokens,
}: Perception): JsonObject {
  return {
    sha256: block.sha256,
    width: block.width,
    height: block.height,
    mime: block.mime,
    bytes: block.bytes,
    page,
    original: { width: original.width, height: original.height },
    shown: { left: shown.left, top: shown.top, width: shown.width, height: shown.height },
    factor,
    tokens: estimatedTokens ?? null,
  };
}

function textOf(seen: Seen, written: readonly string[]): string {
  const name = printable(seen.ref);
  return [
    ...seen.perceptions.map(({ block, page, factor, estimatedTokens }) => {
      const type = block.mime.replace('image/', '');
      const place = seen.pageCount > 1 ? `, page ${page} of ${seen.pageCount}` : '';
      const cost = estimatedTokens === undefined ? '' : `, about ${estimatedTokens} tokens`;
      return `[image: ${block.width}x${block.height} ${type}, ${bytesText(block.bytes)}, ${name}${place}${cost}]${factor > 1 ? ' [downscaled]' : ''}`;
    }),
    ...seen.warnings.map((warning) => `note: ${printable(warning, 300)}`),
    ...written.map((path) => `written to ${printable(path, 500)}`),
    ...(written.length === 0 ? ['Write it to a file with --out FILE.'] : []),
  ].join('\n');
}
