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
    name: 'a summary that a failed turn did not reach is made by the next',
    face: 'web',
    wire: 'chat-completions',
    steps: [
      { do: 'crowd' },
      { do: 'switch', model: 'few' },
      { do: 'fail', status: 400, attach: ['damaged'] },
      { do: 'zoom', pick: 7 },
      { do: 'view', pick: 4 },
    ],
  },
  {
    name: 'documents of a page count as one picture each, and change no size of those before them',
    face: 'print',
    wire: 'anthropic-messages',
    steps: [
      { do: 'ask', attach: ['large', 'notebook', 'notebook', 'sound', 'png'] },
      { do: 'zoom', pick: 4 },
      { do: 'ask', attach: ['gif', 'webp'] },
    ],
  },
  {
    name: 'what the gateway spelled anew and a provider refused is named by its size',
    face: 'gateway',
    wire: 'chat-completions',
    steps: [{ do: 'fail', status: 400, attach: ['bmp', 'avif'] }],
  },
  {
    name: 'everything that is wrong with a message is told, by name',
    face: 'print',
    wire: 'mistral-chat',
    steps: [{ do: 'ask', attach: ['table', 'unknown', 'oversize', 'damaged'] }],
  },
  {
    name: 'files that the chat does not take are named',
    face: 'chat',
    wire: 'chat-completions',
    steps: [{ do: 'ask', attach: ['damaged', 'unknown', 'png', 'damaged'] }],
  },
  {
    name: 'what is made smaller for another model keeps the true size of its original',
    face: 'web',
    wire: 'anthropic-messages',
    steps: [
      { do: 'view', pick: 2 },
      { do: 'switch', model: 'thinks' },
      { do: 'ask', attach: [] },
    ],
  },
  {
    name: 'what is stored for a run keeps the true size of its original',
    face: 'openwop',
    wire: 'chat-completions',
    steps: [{ do: 'ask', attach: ['large'] }],
  },
  {
    name: 'a message after one that was too large has all of its pictures again',
    face: 'web',
    wire: 'anthropic-messages',
    steps: [
      { do: 'ask', attach: ['jpeg'] },
      { do: 'ask', attach: ['jpeg', 'pdf'] },
      { do: 'switch', model: 'hears' },
      { do: 'ask', attach: ['jpeg'] },
      { do: 'fail', status: 413, attach: [] },
      { do: 'follow', pick: 4 },
    ],
  },
  {
    name: 'what a provider found too large goes without its document, and is whole again, also where the history is bound to its prefix',
    face: 'web',
    wire: 'gemini',
    steps: [
      { do: 'switch', model: 'thinks' },
      { do: 'crowd' },
      { do: 'ask', attach: ['pdf', 'png'] },
      { do: 'fail', status: 413, attach: [] },
      { do: 'again' },
      { do: 'ask', attach: [] },
    ],
  },
  ...['acp1', 'acp2'].map((face): KnownStory => ({
    name: `${face} says what was not taken of a message that is refused as a whole`,
    face,
    wire: 'mistral-chat',
    strict: true,
    steps: [
      { do: 'ask', attach: ['jpeg', 'unknown', 'sound'] },
      { do: 'ask', attach: ['sound', 'table', 'svg', 'oversize'] },
    ],
  })),
  {
    name: 'a sound that nobody hears is refused where routing is strict, and does not stay',
    face: 'web',
    wire: 'chat-completions',
    strict: true,
    steps: [
      { do: 'ask', attach: ['sound', 'png'] },
      { do: 'ask', attach: ['png'] },
    ],
  },
  {
    name: 'a small request that was too large takes no room from later ones',
    face: 'gateway',
    wire: 'responses',
    steps: [
      { do: 'fail', status: 413, attach: ['png'] },
      { do: 'ask', attach: ['svg', 'png'] },
      { do: 'view', pick: 0 },
      { do: 'repeat', pick: 4 },
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
  {
    name: 'pictures of the history do not stand in the way of a look that is asked for now',
    face: 'web',
    wire: 'gemini',
    steps: [
      { do: 'ask', attach: ['webp', 'gif', 'webp', 'svg'] },
      { do: 'ask', attach: ['webp'] },
      { do: 'switch', model: 'blind' },
      { do: 'follow', pick: 3 },
    ],
  },
  {
    name: 'what an earlier look drew is not told as an original when it is looked at again',
    face: 'web',
    wire: 'chat-completions',
    steps: [
      { do: 'view', pick: 0 },
      { do: 'view', pick: 3 },
      { do: 'zoom', pick: 0 },
      { do: 'ask', attach: ['gif'] },
      { do: 'follow', pick: 1 },
    ],
  },
  {
    name: 'a page that was drawn for a request is not told as an original when it is looked at',
    face: 'web',
    wire: 'responses',
    steps: [
      { do: 'ask', attach: ['pdf'] },
      { do: 'fail', status: 413, attach: [] },
      { do: 'follow', pick: 9 },
    ],
  },
  {
    name: 'a look at what is attached is not one more picture for whoever looks for a model that does not see',
    face: 'web',
    wire: 'anthropic-messages',
    steps: [
      { do: 'ask', attach: ['png'] },
      { do: 'follow', pick: 0 },
      { do: 'ask', attach: ['large'] },
      { do: 'ask', attach: ['webp', 'png'] },
      { do: 'switch', model: 'blind' },
      { do: 'ask', attach: [] },
    ],
  },
  {
    name: 'what was put off stays put off after a restart, until somebody asks for it',
    face: 'print',
    wire: 'chat-completions',
    steps: [
      { do: 'ask', attach: ['png', 'png'] },
      { do: 'view', pick: 1 },
      { do: 'switch', model: 'blind' },
      { do: 'ask', attach: ['gif', 'svg', 'png'] },
      { do: 'read', pick: 9 },
    ],
  },
  {
    name: 'a look at what was attached twice is the one that a full request still shows',
    face: 'web',
    wire: 'chat-completions',
    steps: [
      { do: 'ask', attach: ['png', 'png'] },
      { do: 'ask', attach: ['text', 'webp', 'pdf', 'webp'] },
      { do: 'repeat', pick: 1 },
      { do: 'follow', pick: 0 },
      { do: 'switch', model: 'few' },
      { do: 'follow', pick: 8 },
    ],
  },
  {
    name: 'a sound that is listened to again is heard once',
    face: 'web',
    wire: 'responses',
    steps: [
      { do: 'ask', attach: ['sound'] },
      { do: 'repeat', pick: 0 },
      { do: 'switch', model: 'hears' },
      { do: 'follow', pick: 9 },
    ],
  },
  {
    name: 'a model that cannot see is told of every picture, looked at or put off',
    face: 'web',
    wire: 'gemini',
    steps: [
      { do: 'ask', attach: ['png', 'large', 'jpeg'] },
      { do: 'switch', model: 'blind' },
      { do: 'ask', attach: ['png', 'png'] },
      { do: 'follow', pick: 2 },
    ],
  },
  {
    name: 'a document that a provider refused is named by its kind where the wire has no names',
    face: 'gateway',
    wire: 'mistral-chat',
    steps: [
      { do: 'ask', attach: ['pdf'] },
      { do: 'fail', status: 400, attach: [] },
      { do: 'ask', attach: [] },
    ],
  },
  {
    name: 'what a refused run showed is looked at by its hash in the next',
    face: 'openwop',
    wire: 'gemini',
    steps: [
      { do: 'fail', status: 413, attach: ['png'] },
      { do: 'follow', pick: 1 },
    ],
  },
];

/** What the walk may break as long as a story says so. */
export const pendingInvariants: ReadonlySet<string> = new Set(
  knownStories.flatMap(({ pending }) => pending?.breaks ?? []),
);
