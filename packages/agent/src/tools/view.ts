// `view`: pixels and nothing else. Whatever the source, the answer is pictures that the model sees at the size they have,
// with the facts that it needs to point back at the original; it gives no freshness token, because seeing is not reading.
import {
  accept,
  estimateImageTokens,
  refuse,
  sees,
  type BlobId,
  type BlobSource,
  type ImageBlock,
  type Outcome,
  type Rect,
  type Refusal,
  type Size,
} from '@percept/core';
import { keepPng, requestTarget } from '@percept/core/internal';
import { sniff } from '@percept/ingest';
import { blobIdOf, resolveReference, type Referent } from './reference.ts';
import type { Tool, ToolOptions } from './tool.ts';
import { parseViewInput, viewSchema, type ViewInput } from './view-input.ts';
import { checkWorkspace, type Sighting, type Workspace } from './workspace.ts';

export interface Perception {
  readonly block: ImageBlock<BlobSource>;
  readonly page: number;
  /** The true size of the whole: pixels of a picture, units of a page. */
  readonly original: Size;
  /** The part of it that the block shows. */
  readonly shown: Rect;
  /** Multiply a coordinate in the block by this, and add `shown`'s corner, to find it in the original. */
  readonly factor: number;
  /** An estimate for the model that looks, where its provider publishes a rule. */
  readonly estimatedTokens?: number;
}

export interface Seen {
  readonly ref: string;
  /** These are the pixels that an earlier look at this, or a request, showed: its size is theirs, and not that of what was looked at. */
  readonly shownAs?: string;
  readonly perceptions: readonly Perception[];
  readonly pageCount: number;
  /** More than one: the source moves, and this is its first frame. */
  readonly frames?: number;
  readonly warnings: readonly string[];
  readonly question?: string;
}

/**
 * The tool that gives pixels of a file, a page or a region of it.
 *
 * @example const seen = await createView(workspace).run({ ref: 'plan.pdf', pages: '2-3' });
 */
export function createView(workspace: Workspace): Tool<Seen> {
  checkWorkspace('createView', workspace);
  return {
    name: 'view',
    description:
      'See a source as pixels: pictures, SVG, PDF pages, code, Markdown, tables, diagrams. Use region to zoom into the original where a detail is too small. For the text of a file use read.',
    capabilities: workspace.darkroom ? ['read', 'render'] : ['read'],
    inputSchema: viewSchema,
    run: async (input, options = {}) => {
      const asked = parseViewInput(input);
      if (!asked.ok) return asked;
      const found = await resolveReference(workspace, asked.value.ref, options);
      const before = workspace.seenBefore?.(asked.value.ref);
      if (!found.ok)
        return before && found.refusal.refused === 'absent'
          ? refuse(gone(found.refusal, before))
          : found;
      const source = blobIdOf(found.value.bytes);
      const looked = { ...found.value, source };
      const seen =
        sniff(looked.bytes).kind === 'image'
          ? await lookAtPicture(workspace, looked, asked.value, options)
          : await lookAtRendering(workspace, looked, asked.value, options);
      if (!seen.ok) return seen;
      const { question, region } = asked.value;
      const isOther = before?.source !== undefined && before.source !== source;
      const isCut =
        region && seen.value.perceptions.some((page) => isBeyond(region, page.original));
      return accept({
        ...seen.value,
        ...(before?.shownAs !== undefined && { shownAs: before.shownAs }),
        warnings: [
          ...(isOther ? [changed(before)] : []),
          ...seen.value.warnings,
          ...(isCut ? [cutAtTheEdge] : []),
        ],
        ...(question !== undefined && { question }),
      });
    },
  };
}

/** What is looked at, under the hash that tells a changed source. */
interface Source extends Referent {
  readonly source: BlobId;
}

async function lookAtPicture(
  workspace: Workspace,
  { bytes, name, source }: Source,
  { ref, region, pages }: ViewInput,
  { signal }: ToolOptions,
): Promise<Outcome<Seen>> {
  if (pages && pages.first !== 1) return refuse(onePage(pages.first));
  const profile = workspace.profile();
  const taken = await workspace.door.ingest(
    { kind: 'bytes', bytes, name },
    {
      signal,
      expect: 'image',
      region,
      // A model that does not see still gets a picture of sane size: the bridge describes it.
      // Alone it may use all that the model can see; a request with many refits it when it is sent.
      ...(sees(profile) && { target: requestTarget(profile, 1) }),
      origin: { kind: 'perception', ref, source, ...(region && { region: regionText(region) }) },
    },
  );
  if (!taken.ok) return taken;
  const { block, original, shown, warnings } = taken.value;
  if (block.type !== 'image' || original.width === undefined || original.height === undefined)
    return refuse(onePage(1));
  const whole = { width: original.width, height: original.height };
  const part = shown ?? { left: 0, top: 0, ...whole };
  return accept({
    ref,
    perceptions: [perceive(workspace, block, 1, whole, part)],
    pageCount: 1,
    ...(original.frames !== undefined && { frames: original.frames }),
    warnings,
  });
}

async function lookAtRendering(
  workspace: Workspace,
  { bytes, name, source }: Source,
  { ref, region, pages, density }: ViewInput,
  { signal }: ToolOptions,
): Promise<Outcome<Seen>> {
  const { darkroom, store } = workspace;
  if (!darkroom) return refuse(renderWithheld);
  const profile = workspace.profile();
  const developed = await darkroom.develop(
    { bytes, name },
    {
      ...(pages && { pages }),
      ...(region && { region }),
      ...(density && { density }),
      ...(sees(profile) && {
        target: requestTarget(profile, pages ? pages.last - pages.first + 1 : 1),
      }),
    },
    signal,
  );
  if (!developed.ok) return developed;
  const perceptions: Perception[] = [];
  for (const page of developed.value.pages) {
    const looked = { kind: 'perception', ref, source, page: page.page } as const;
    const origin = { ...looked, ...(region && { region: regionText(region) }) };
    const kept = await keepPng(store, page, origin);
    if (!kept.ok) return kept;
    perceptions.push(perceive(workspace, kept.value, page.page, page.original, page.shown));
  }
  const warnings = developed.value.warnings.map(({ message }) => message);
  return accept({ ref, perceptions, pageCount: developed.value.pageCount, warnings });
}

function perceive(
  workspace: Workspace,
  block: ImageBlock<BlobSource>,
  page: number,
  original: Size,
  shown: Rect,
): Perception {
  const estimatedTokens = estimateImageTokens(workspace.profile().image.tokens, block);
  return {
    block,
    page,
    original,
    shown,
    factor: Math.round((shown.width / block.width) * 10_000) / 10_000,
    ...(estimatedTokens !== undefined && { estimatedTokens }),
  };
}

const cutAtTheEdge = 'the region reaches beyond the edge; the part of it that is inside is shown';

/** By half a unit at least: a model that computed the edge is not told about its rounding. */
function isBeyond(
  { unit, left, top, width, height }: NonNullable<ViewInput['region']>,
  whole: Size,
): boolean {
  const end = unit === 'permille' ? { width: 1000, height: 1000 } : whole;
  return (
    Math.min(left, top) < -0.5 || left + width > end.width + 0.5 || top + height > end.height + 0.5
  );
}

function regionText({ left, top, width, height, unit }: NonNullable<ViewInput['region']>): string {
  return `${left},${top},${width},${height}${unit === 'source' ? 'px' : ''}`;
}

function changed({ blob }: Sighting): string {
  return `the source has changed since it was seen before; view with ref "${blob}" shows what was seen then`;
}

function gone(refusal: Refusal, { blob }: Sighting): Refusal {
  return {
    ...refusal,
    hint: `It was seen before: view with ref "${blob}" shows what was seen then. ${refusal.hint}`,
  };
}

function onePage(asked: number) {
  return {
    refused: 'invalid-input',
    message: `Page ${asked} was asked for, and a picture has one page.`,
    hint: 'Leave pages out, and use region to see a part of it.',
    limit: { name: 'pageCount', max: 1, actual: asked },
  } as const;
}

const renderWithheld = {
  refused: 'renderer-missing',
  message: 'This source has no pixels of its own, and rendering is not allowed here.',
  hint: 'Read it as text, or ask the host to register a renderer.',
} as const;
