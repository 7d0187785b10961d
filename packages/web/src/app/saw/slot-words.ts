// The lens's decisions in the words of the person who looks at them. Every action, reason and place has its own; a word
// that a newer server says is shown as it came.
import type { SightingSlot } from '@percept/host/contract';

const actions: Readonly<Record<SightingSlot['action'], string>> = {
  keep: 'Sent as it is',
  retype: 'Sent with its true type',
  refit: 'Reduced, then sent',
  hoist: 'Sent behind the tool result',
  describe: 'Described in words',
  elide: 'Left out, seen before',
  drop: 'Not sent, said in words',
};

/** `sent` is false where local eyes looked: nothing went anywhere. */
export function actionInWords(slot: SightingSlot, sent: boolean): string {
  if (!sent && slot.action === 'keep') return 'Looked at as it is';
  return actions[slot.action] ?? slot.action;
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
