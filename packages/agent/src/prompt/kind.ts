// The rows of the rule table: what an attachment is, as far as it matters for how a model gets it. The bytes were judged
// at the door; this reads what the door wrote down.
import type { StoredBlock } from '@percept/core';

export type AttachmentKind =
  | 'picture'
  | 'moving-picture'
  | 'drawing'
  | 'text'
  | 'document'
  | 'sound';

export function kindOf(block: StoredBlock): AttachmentKind {
  switch (block.type) {
    case 'image':
      return (block.original?.frames ?? 1) > 1 ? 'moving-picture' : 'picture';
    case 'audio':
      return 'sound';
    case 'file':
      if (block.mime === 'image/svg+xml') return 'drawing';
      return isTextType(block.mime) ? 'text' : 'document';
  }
}

/** A notebook is JSON and reads as a document. */
function isTextType(mime: string): boolean {
  return mime !== 'application/x-ipynb+json' && /^text\/|[/+](json|x-ndjson|xml|yaml)$/.test(mime);
}
