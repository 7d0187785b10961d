// The media of a prompt in the order in which the budget is spent on it: this turn's first, then what came before it.
import { decodeBase64 } from '@percept/core/internal/lens';
import { type HeldMedia, type Media, type MediaPort } from '@percept/core/lens';
import type { MediaKind } from '@percept/core/internal/route';
import { promptLens } from '@percept/core/internal/ai-sdk';

const lens = promptLens({ resultSpelling: 'file', assistantMedia: false });

type MessageView = ReturnType<typeof lens.read>;
type PartView = MessageView['parts'][number];

export interface PromptMedia {
  /** How many messages the user has written. */
  readonly turns: number;
  /** Of the user's last message and what followed it. */
  readonly now: readonly Media[];
  readonly earlier: readonly Media[];
  readonly kinds: ReadonlySet<MediaKind>;
}

export function mediaOfPrompt(messages: readonly unknown[]): PromptMedia {
  const views = messages.map((message) => lens.read(message));
  const lastUser = views.findLastIndex(({ role }) => role === 'user');
  const now = views.slice(Math.max(0, lastUser)).flatMap(mediaOf);
  const earlier = views.slice(0, Math.max(0, lastUser)).flatMap(mediaOf);
  return {
    turns: views.filter(({ role }) => role === 'user').length,
    now,
    earlier,
    kinds: new Set(
      [...now, ...earlier].filter(({ data }) => data.kind !== 'nothing').map(({ kind }) => kind),
    ),
  };
}

/** Only where media may stand: what an assistant or an instruction holds is never shown. */
function mediaOf({ role, parts }: MessageView): readonly Media[] {
  return role === 'user' || role === 'tool' ? parts.flatMap(mediaOfPart) : [];
}

function mediaOfPart(part: PartView): readonly Media[] {
  switch (part.kind) {
    case 'media':
      return [part.media];
    case 'text':
      return (part.pieces ?? []).flatMap((piece) =>
        piece.kind === 'payload' && piece.media ? [piece.media] : [],
      );
    case 'result':
      return part.items.flatMap(mediaOfPart);
    case 'call':
    case 'thinking':
    case 'opaque':
    case 'empty':
      return [];
  }
}

/** The bytes, where they are here or can be fetched from the store; an address is not followed. */
export async function heldMedia(
  media: Media,
  port: Pick<MediaPort, 'resolve'>,
): Promise<HeldMedia | undefined> {
  const { data, mime, name } = media;
  const facts = { ...(mime !== undefined && { mime }), ...(name !== undefined && { name }) };
  switch (data.kind) {
    case 'bytes':
      return { bytes: data.bytes, ...facts };
    case 'base64': {
      const bytes = decodeBase64(data.base64);
      return bytes && { bytes, ...facts };
    }
    case 'blob': {
      const found = await port.resolve(data.blob);
      return found.ok ? { ...facts, ...found.value } : undefined;
    }
    case 'url':
    case 'handle':
    case 'nothing':
      return undefined;
  }
}
