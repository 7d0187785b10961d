// Our tools for any framework: a name, a schema, and a function from input to text. Pixels are named in that text and stand in no
// history; `percept.fetch` puts them where the model behind a request sees them, and nobody else takes the name for anything.
import { isBlobId, parseJson } from '@percept/core/internal';
import { mediaUrl, type BlobId, type JsonObject } from '@percept/core';
import type { Look } from '@percept/core/lens';
import { sniff } from '@percept/ingest';
import type { TenantStore } from '@percept/store';
import type { LoopTool, ToolAnswer } from '../loop/toolbox.ts';

export interface PlainTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly inputSchema: JsonObject;
  /** Never throws for what is wrong with a file or an input: the words say so, and the model adapts. */
  readonly run: (input: unknown, options?: { readonly signal?: AbortSignal }) => Promise<string>;
}

export function plainTools(tools: readonly LoopTool[]): readonly PlainTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    run: async (input, { signal } = {}) => {
      // Models send arguments as JSON text, and some frameworks hand them on as they came.
      const given = typeof input === 'string' ? (parseJson(input) ?? input) : input;
      return textOf(await tool.run(given, { signal }));
    },
  }));
}

function textOf({ content }: ToolAnswer): string {
  return content
    .map((item) => (item.type === 'text' ? item.text : `[${item.type}: ${mediaUrl(item.sha256)}]`))
    .join('\n');
}

/** What a text has that `picturesIn` could read. */
export const pictureMark = '[image: media:sha256-';

const named = /\[image: media:sha256-([0-9a-f]{64})\]/g;

/** The words of a result and the pictures that it names; undefined where one of them is not there for whoever asks. */
export async function picturesIn(text: string, store: TenantStore): Promise<Look | undefined> {
  const names = [...text.matchAll(named)].map(([, hash = '']) => hash).filter(isBlobId);
  const pictures: Look['pictures'][number][] = [];
  for (const name of names) {
    const picture = await pictureOf(name, store);
    if (!picture) return undefined;
    pictures.push(picture);
  }
  if (pictures.length === 0) return undefined;
  return {
    note: text
      .replaceAll(named, '')
      .replaceAll(/\n{2,}/g, '\n')
      .trim(),
    pictures,
  };
}

async function pictureOf(
  name: BlobId,
  store: TenantStore,
): Promise<Look['pictures'][number] | undefined> {
  const bytes = await store.get(name);
  const found = bytes.ok ? sniff(bytes.value) : undefined;
  return bytes.ok && found?.kind === 'image' ? { bytes: bytes.value, mime: found.mime } : undefined;
}
