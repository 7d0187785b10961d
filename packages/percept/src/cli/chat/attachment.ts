// A block of the record as the chat shows it, and in badges what the forecast says that the model will get of it.
import { nameOf } from '@percept/core/internal';
import { type StoredBlock } from '@percept/core';
import type { AttachmentFate } from '@percept/agent';
import type { Appraisal, Attachment, Picture } from '@percept/terminal/chat';

export function pictureOf(block: StoredBlock, name: string): Picture | undefined {
  if (block.type !== 'image') return undefined;
  const { sha256, width, height, mime, bytes } = block;
  return { id: sha256, width, height, mime, bytes, name };
}

export function attachmentOf(block: StoredBlock): Attachment {
  const name = shownName(block);
  const picture = pictureOf(block, name);
  return {
    id: block.sha256,
    name,
    kind: block.type,
    mime: block.mime,
    bytes: block.bytes,
    ...(picture && { picture }),
  };
}

export function shownName(block: StoredBlock): string {
  return nameOf(block) ?? block.type;
}

export function appraisalOf({ picture }: Attachment, fate: AttachmentFate | undefined): Appraisal {
  if (!fate) return { badges: [] };
  const { outcome, by, width, height, estimatedTokens } = fate;
  switch (outcome) {
    case 'described':
      return { badges: [`described by ${by ?? 'another'}`] };
    case 'words':
      return { badges: ['the model is only told that it is there'] };
    case 'sent': {
      const isSmaller =
        picture && width !== undefined && height !== undefined && width < picture.width;
      return {
        badges: isSmaller ? ['downscaled'] : [],
        ...(isSmaller && { sent: { width, height } }),
        estimatedTokens,
      };
    }
  }
}
