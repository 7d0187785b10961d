// The rule table: in which one form a model gets an attachment. docs/attachments.md shows it; every face and every wire
// follows it, because nothing else decides.
import {
  audioTypes,
  commonProfile,
  sees,
  type ModelProfile,
  type StoredBlock,
} from '@percept/core';

export const forms = [
  /** Its pixels, fitted to the model. */
  'pixels',
  /** One still of something that moves. */
  'still',
  /** An SVG as it looks. */
  'drawing',
  /** An SVG as it is written, for a model that does not see. */
  'source',
  /** Text as text, bounded. */
  'text',
  /** The file itself, where the wire takes it. */
  'file',
  /** The first pages as pixels, the rest named. */
  'pages',
  /** What is written in a document; pages without letters are put into words. */
  'text-layer',
  'sound',
  /** Put into words by whoever looks or listens for this model. */
  'words',
] as const;
export type Form = (typeof forms)[number];

export function formFor(block: StoredBlock, profile: ModelProfile): Form {
  switch (kindOf(block)) {
    case 'picture':
      return sees(profile) ? 'pixels' : 'words';
    case 'moving-picture':
      return sees(profile) ? 'still' : 'words';
    case 'drawing':
      return sees(profile) ? 'drawing' : 'source';
    case 'text':
      return 'text';
    case 'document':
      if (profile.fileTypes.includes(block.mime)) return 'file';
      return sees(profile) ? 'pages' : 'text-layer';
    case 'sound':
      return profile.audioTypes.some((type) => type === block.mime) ? 'sound' : 'words';
  }
}

/** Local eyes and ears, where no model is configured: they see and hear, and take no files. */
export const eyesProfile: ModelProfile = { ...commonProfile, id: 'local-eyes', audioTypes };

/** The rows of the rule table. The bytes were judged at the door; this reads what the door wrote down. */
type AttachmentKind = 'picture' | 'moving-picture' | 'drawing' | 'text' | 'document' | 'sound';

function kindOf(block: StoredBlock): AttachmentKind {
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
