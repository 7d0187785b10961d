// Stories that broke an invariant once: each stays, so that it never does again. A story that is still broken says which
// invariants and why; when it holds, the mark is wrong and the run fails until it is taken away.
import type { InvariantName } from './invariant.ts';
import type { JudgedWire } from 'percept/conformance';
import type { Step } from './story.ts';

export interface KnownStory {
  readonly name: string;
  readonly face: string;
  readonly wire: JudgedWire;
  readonly strict?: boolean;
  readonly steps: readonly Step[];
  readonly pending?: { readonly breaks: readonly InvariantName[]; readonly until: string };
}

const crowd = ['png', 'jpeg', 'gif', 'webp', 'png', 'jpeg', 'gif', 'webp'] as const;
/** Up to the limits of a message and beyond them. */
const limitStories = ['web', 'acp1', 'acp2', 'chat', 'print', 'openwop'].map(
  (face): KnownStory => ({
    name: `${face} says of the largest file and the most pictures what it takes`,
    face,
    wire: 'chat-completions',
    steps: [
      { do: 'ask', attach: ['oversize'] },
      { do: 'ask', attach: [...crowd, 'svg', 'text'] },
      { do: 'ask', attach: [...crowd, 'png'] },
      { do: 'ask', attach: [] },
    ],
  }),
);

export const knownStories: readonly KnownStory[] = [
  ...limitStories,
  {
    name: 'what a model saw can be drawn after a collection',
    face: 'chat',
    wire: 'gemini',
    steps: [
      { do: 'ask', attach: ['gif', 'jpeg'] },
      { do: 'collect' },
      { do: 'repeat', pick: 1 },
      { do: 'restart' },
      { do: 'collect' },
      { do: 'ask', attach: [] },
    ],
  },
  {
    name: 'whoever looks for a blind model is on the bill',
    face: 'web',
    wire: 'chat-completions',
    steps: [
      { do: 'switch', model: 'blind' },
      { do: 'ask', attach: ['png'] },
    ],
  },
  {
    name: 'a picture that was pasted outlives a summary',
    face: 'web',
    wire: 'anthropic-messages',
    steps: [
      { do: 'ask', attach: ['png'] },
      { do: 'ask', attach: [] },
      { do: 'crowd' },
      { do: 'ask', attach: [] },
    ],
  },
  {
    name: 'a run that is branched shows its media again, and is on the bill',
    face: 'openwop',
    wire: 'gemini',
    steps: [
      { do: 'ask', attach: ['png', 'pdf'] },
      { do: 'restart' },
      { do: 'fork' },
      { do: 'forget' },
      { do: 'ask', attach: [] },
      { do: 'fork' },
    ],
  },
  {
    name: 'an edit is done once, after a question, and is told',
    face: 'web',
    wire: 'responses',
    steps: [
      { do: 'edit' },
      { do: 'restart' },
      { do: 'edit' },
      { do: 'vanish', pick: 5 },
      { do: 'edit' },
    ],
  },
  {
    name: 'a sound is in words where the wire has no place for it, whatever is said of the model',
    face: 'web',
    wire: 'anthropic-messages',
    steps: [
      { do: 'switch', model: 'hears' },
      { do: 'ask', attach: ['sound'] },
      { do: 'ask', attach: [] },
    ],
  },
  {
    name: 'a look at what is attached takes no room of its own',
    face: 'web',
    wire: 'anthropic-messages',
    steps: [
      { do: 'switch', model: 'few' },
      { do: 'cancel', attach: ['svg'] },
      { do: 'read', pick: 9 },
      { do: 'follow', pick: 3 },
      { do: 'ask', attach: ['gif', 'unknown'] },
      { do: 'follow', pick: 5 },
      { do: 'repeat', pick: 8 },
      { do: 'follow', pick: 3 },
    ],
  },
  {
    name: 'a label above what a full request leaves out does not say that it is shown',
    face: 'web',
    wire: 'chat-completions',
    steps: [
      { do: 'switch', model: 'few' },
      { do: 'ask', attach: ['large', 'svg', 'gif', 'png', 'png'] },
    ],
  },
  {
    name: 'a look at what was fitted from a picture is the look at the picture',
    face: 'web',
    wire: 'responses',
    steps: [
      { do: 'switch', model: 'blind' },
      { do: 'ask', attach: ['gif', 'jpeg'] },
      { do: 'follow', pick: 0 },
      { do: 'follow', pick: 1 },
    ],
  },
];

/** What the walk may break as long as a story says so. */
export const pendingInvariants: ReadonlySet<string> = new Set(
  knownStories.flatMap(({ pending }) => pending?.breaks ?? []),
);
