// What a server answers to a refusal: one status for each kind, and words for the person who sent the file. The refusal's own
// message and hint are for whoever writes or runs the program: they name settings and parts.
import { checkOptions, oneOf } from './options.ts';
import { refusalKinds, type Refusal, type RefusalKind } from './refusal.ts';
import { sizeWords } from './size-words.ts';

export interface RefusalAnswer {
  /** Of RFC 9110: 4xx where another request helps, 5xx where the same one may work later. */
  readonly status: number;
  /** One or two sentences for an end user: what is the matter, and what to do, without any name of a setting. */
  readonly words: string;
}

/**
 * Of these the OpenWOP RFCs fix one, the 404 of an asset that was never minted (RFC 0055); their other codes are no refusals
 * and stand at their routes.
 */
const answers: Readonly<Record<RefusalKind, RefusalAnswer>> = {
  absent: { status: 404, words: 'It is not there any more, or never was.' },
  // The request has the right form; what it carries cannot be used.
  empty: { status: 422, words: 'The file is empty.' },
  corrupt: {
    status: 422,
    words: 'The file is damaged, or is not what its name says. Try another copy of it.',
  },
  encrypted: { status: 422, words: 'The file asks for a password. Send it without one.' },
  unperceivable: {
    status: 422,
    words: 'There is no picture, sound or text to be found in this file.',
  },
  // The client named the address, and it is the address that fails.
  unreachable: { status: 422, words: 'The address cannot be reached. Send the file itself.' },
  'unsupported-type': { status: 415, words: 'Files of this kind are not taken.' },
  'needs-render': {
    status: 415,
    words: 'Files of this kind are not taken as a picture. Send a PNG or a JPEG of it.',
  },
  'renderer-missing': {
    status: 415,
    words: 'Files of this kind cannot be shown here. Send a PNG or a JPEG of it.',
  },
  'too-large': { status: 413, words: 'It is too large. Send a smaller one.' },
  'too-many': { status: 413, words: 'These are too many at once. Send fewer.' },
  forbidden: { status: 403, words: 'This is not allowed here.' },
  'invalid-input': { status: 400, words: 'The request cannot be understood.' },
  stale: {
    status: 409,
    words: 'It was changed in the meantime. Look at it again, and repeat the change.',
  },
  cancelled: { status: 409, words: 'It was stopped before it was done.' },
  unavailable: { status: 503, words: 'This is not to be had right now. Try again later.' },
  'timed-out': { status: 503, words: 'It took too long. Try again, or send a smaller file.' },
  'worker-failed': {
    status: 503,
    words: 'This file could not be opened. Try again, or send another copy of it.',
  },
  'store-full': { status: 507, words: 'There is no room for more here.' },
};

/**
 * The status of an HTTP answer, and words for the end user; `message` and `hint` of the refusal are for developers.
 *
 * @example const { status, words } = refusalAnswer(refusal);
 */
export function refusalAnswer(refusal: Refusal): RefusalAnswer {
  checkOptions('refusalAnswer', { refused: refusal?.refused }, { refused: oneOf(refusalKinds) });
  const answer = answers[refusal.refused];
  const figures = figuresOf(refusal);
  return figures === undefined ? answer : { ...answer, words: figures };
}

/** A limit in units that a person knows; its name ends with its own. */
function figuresOf({ refused, limit }: Refusal): string | undefined {
  if (!limit || refused !== 'too-large') return undefined;
  const unit = units.find(({ name }) => name.test(limit.name));
  if (!unit) return undefined;
  const [most, actual] = [unit.words(limit.max), unit.words(limit.actual)];
  // Rounded, a file that is a little too large has the size that is allowed.
  const has = most === actual ? `a little more than ${most}` : actual;
  return `It is too large: ${has}, and at most ${most} is taken.`;
}

const units: readonly { readonly name: RegExp; readonly words: (amount: number) => string }[] = [
  // What a decoder needs, or others hold, is no size of the file.
  { name: /^(?!.*(?:Memory|Pending|Ancillary)).*Bytes(?:PerFile)?$/, words: sizeWords },
  { name: /EdgePx$/, words: (amount) => `${amount} pixels wide or high` },
  { name: /Pixels$/, words: (amount) => `${(amount / 1_000_000).toFixed(1)} megapixels` },
  { name: /Ms$/, words: (amount) => `${Math.ceil(amount / 1000)} seconds` },
  { name: /Chars$/, words: (amount) => `${amount} characters` },
];
