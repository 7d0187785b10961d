// The lens's decisions in the words of the person who looks at them. Every action, reason and place has its own; a word
// that a newer server says is shown as it came.
import type { SightingSlot } from '@percept/contract';

const actions: Readonly<Record<SightingSlot['action'], string>> = {
  keep: 'Sent as it is',
  retype: 'Sent with its true type',
  refit: 'Reduced, then sent',
  hoist: 'Sent behind the tool result',
  describe: 'Described in words',
  elide: 'Left out, seen before',
  drop: 'Not sent, said in words',
};

/** What was kept of a form that is not the file itself. */
const keptForms: Readonly<Record<string, string>> = {
  still: 'Sent as a still',
  drawing: 'Sent as it is drawn',
  pages: 'Sent as it is drawn',
  text: 'Sent as text',
  source: 'Sent as text',
  'text-layer': 'Sent as text',
};

/** `sent` is false where local eyes looked: nothing went anywhere. */
export function actionInWords(slot: SightingSlot, sent: boolean): string {
  if (!sent && slot.action === 'keep') return 'Looked at as it is';
  const drawn = slot.action === 'keep' ? keptForms[slot.form ?? ''] : undefined;
  return drawn ?? actions[slot.action] ?? slot.action;
}

const places: Readonly<Record<SightingSlot['place'], string>> = {
  untouched: 'in its own place',
  here: 'in its own place',
  'after-results': 'in a user message behind the tool results',
  words: 'as words',
};

export function placeInWords(slot: SightingSlot): string {
  return places[slot.place] ?? slot.place;
}

const forms: Readonly<Record<string, string>> = {
  pixels: 'its pixels',
  still: 'one still of a moving picture',
  drawing: 'the drawing',
  source: 'its source as text',
  text: 'its text',
  file: 'the file itself',
  pages: 'pages as pictures',
  'text-layer': 'the text of its pages',
  sound: 'the sound',
  words: 'words about it',
};

/** In which form of the rule table it went. */
export function formInWords({ form }: SightingSlot): string | undefined {
  return form === undefined ? undefined : (forms[form] ?? form);
}

export function reasonInWords(slot: SightingSlot): string {
  return slot.reason.replaceAll('-', ' ');
}

const kinds: Readonly<Record<SightingSlot['kind'], string>> = {
  image: 'Picture',
  audio: 'Sound',
  file: 'Document',
};

export function nameOf(slot: SightingSlot): string {
  return slot.source ?? `${kinds[slot.kind] ?? slot.kind} in message ${slot.message + 1}`;
}

export function wasSent(slot: SightingSlot): boolean {
  return slot.place !== 'words';
}
