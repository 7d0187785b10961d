// The rule table: in which one form a model gets an attachment. docs/attachments.md shows it; every face and every wire
// follows it, because nothing else decides.
import {
  audioTypes,
  commonProfile,
  sees,
  type ModelProfile,
  type StoredBlock,
} from '@percept/core';
import { kindOf } from './kind.ts';

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
  /** The letters of a document; pages without any are put into words. */
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
