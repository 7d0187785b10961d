// Sounds and moving pictures that are recognised so that they can be refused by name.
import { spells } from './bytes.ts';

export const foreignAudioFormats = [
  'aiff',
  'amr',
  'ape',
  'au',
  'caf',
  'midi',
  'wavpack',
  'wma',
] as const;
export type ForeignAudioFormat = (typeof foreignAudioFormats)[number];

const magics: ReadonlyArray<{ format: ForeignAudioFormat; text: string; at?: number }> = [
  { format: 'aiff', text: 'AIFF', at: 8 },
  { format: 'aiff', text: 'AIFC', at: 8 },
  { format: 'amr', text: '#!AMR' },
  { format: 'ape', text: 'MAC ' },
  { format: 'au', text: '.snd' },
  { format: 'caf', text: 'caff' },
  { format: 'midi', text: 'MThd' },
  { format: 'wavpack', text: 'wvpk' },
  { format: 'wma', text: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' },
];

export function sniffForeignAudio(bytes: Uint8Array): ForeignAudioFormat | undefined {
  return magics.find(({ text, at = 0 }) => spells(bytes, at, text))?.format;
}

/** AVI, FLV and MPEG streams; MP4, Matroska and Ogg are told apart from sound where their tracks are read. */
export function isForeignVideo(bytes: Uint8Array): boolean {
  return (
    (spells(bytes, 0, 'RIFF') && spells(bytes, 8, 'AVI ')) ||
    spells(bytes, 0, 'FLV\x01') ||
    spells(bytes, 0, '\0\0\x01\xba') ||
    spells(bytes, 0, '\0\0\x01\xb3')
  );
}
