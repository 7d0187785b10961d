// Pixels from a source: text that is drawn, a document that is rendered, or a picture as it is. What comes out are media
// events of the run.
import {
  accept,
  refuse,
  type ImageBlock,
  type Json,
  type Outcome,
  type StoredBlock,
} from '@percept/core';
import { keepPng, readText } from '@percept/core/internal';
import type { Runtime } from '@percept/agent/runtime';
import { sniff } from '@percept/ingest';
import type { Memory } from '@percept/store';
import type { Intake } from '../intake.ts';
import { completed, failed, textsOnly, type NodeContext, type NodeKind } from '../node-kind.ts';
import { maxViewedPages } from '../limits.ts';

export interface ViewParts {
  readonly runtime: Runtime;
  readonly memory: Pick<Memory, 'put'>;
  readonly intake: Intake;
}

export function viewNode(parts: ViewParts): NodeKind {
  return {
    typeId: 'percept.view',
    check: textsOnly(['name', 'alt']),
    run: async (context) => {
      const { config, inputs, emitMedia } = context;
      const name = readText(inputs['name'] ?? config['name']) ?? 'source.txt';
      const pictures = await picturesOf(parts, context, name);
      if (!pictures.ok)
        return context.signal.aborted
          ? { kind: 'stopped' }
          : failed('view_refused', `${pictures.refusal.message} ${pictures.refusal.hint}`);
      const seen: Json[] = [];
      for (const block of pictures.value) {
        const page = pictures.value.length > 1 ? `, page ${seen.length + 1}` : '';
        const alt = readText(config['alt']) ?? `${name} as a picture${page}`;
        const told = await emitMedia({ block, alt, form: 'url', contentTrust: 'untrusted' });
        if (!told.ok) return failed('view_refused', told.refusal.message);
        const { width, height, mime, bytes } = block;
        seen.push({ url: told.value.url, width, height, mimeType: mime, bytes });
      }
      return completed({ pictures: seen });
    },
  };
}

type Picture = ImageBlock<StoredBlock['source']>;

async function picturesOf(
  { runtime, memory, intake }: ViewParts,
  { inputs, config, tenant, signal }: NodeContext,
  name: string,
): Promise<Outcome<readonly Picture[]>> {
  const url = readText(inputs['media']);
  const text = readText(inputs['text'] ?? config['text']);
  const bytes =
    url === undefined ? accept(Buffer.from(text ?? '')) : await intake.bytes(url, tenant);
  if (!bytes.ok) return bytes;
  const { door, darkroom } = (await runtime.pool()).parts;
  if (sniff(bytes.value).kind === 'image') {
    const taken = await door.ingest({ kind: 'bytes', bytes: bytes.value, name }, { signal });
    if (!taken.ok) return taken;
    const { block } = taken.value;
    return accept(block.type === 'image' ? [block] : []);
  }
  if (!darkroom) return noRenderer;
  const asked = { pages: { first: 1, last: maxViewedPages } };
  const developed = await darkroom.develop({ bytes: bytes.value, name }, asked, signal);
  if (!developed.ok) return developed;
  const pictures: Picture[] = [];
  for (const page of developed.value.pages) {
    const kept = await keepPng(memory, page, { kind: 'perception', ref: name, page: page.page });
    if (!kept.ok) return kept;
    pictures.push(kept.value);
  }
  return accept(pictures);
}

const noRenderer = refuse({
  refused: 'renderer-missing',
  message: 'This host renders nothing.',
  hint: 'Give a picture.',
});
