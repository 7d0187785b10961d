// What a face says of its limits is what it takes.
import { defaultAccept } from '../../../packages/ingest/src/decoder/accept.ts';
import { late } from '../evidence.ts';
import type { Invariant } from '../invariant.ts';
import { isCounted, type Medium } from '../media.ts';
import type { Run, Turn } from '../run.ts';

/** Where `PERCEPT_ACCEPT` says nothing. */
const pictureTypes: readonly string[] = defaultAccept;

type Limits = NonNullable<Run['limits']>;

export const limitInvariants: readonly Invariant[] = [
  {
    name: 'advertised-is-delivered',
    promise: 6,
    sentence:
      'What a face says of the largest file, the most pictures of a message and their types is what is configured; up to there it takes them, and beyond it says no, with the figure and the setting.',
    *broken({ turns, limits, advertised }) {
      if (!limits) return;
      const { maxBytes, maxPerMessage } = limits;
      const { maxBytes: saidBytes = maxBytes, maxImages: saidImages = maxPerMessage } = advertised;
      if (saidBytes !== maxBytes) yield { what: `${saidBytes} bytes are said, not ${maxBytes}` };
      if (saidImages !== maxPerMessage)
        yield { what: `${saidImages} pictures are said, not ${maxPerMessage}` };
      // What is given and sound is taken (refusals-say-why).
      const { types = pictureTypes } = advertised;
      for (const type of types)
        if (!pictureTypes.includes(type)) yield { what: `${type} is said, and not taken` };
      for (const type of pictureTypes)
        if (!types.includes(type)) yield { what: `${type} is taken, and not said` };
      for (const turn of turns) {
        const texts = turn.got.map(({ seen }) => seen.text);
        const said = JSON.stringify([turn.told.events, turn.told.refused, texts]);
        const refusalOf = ({ name }: Medium) => turn.told.refused.find((one) => one.name === name);
        const isLeftOut = (medium: Medium): boolean => refusalOf(medium) !== undefined;
        const all = picturesOf(turn, limits);
        for (const medium of all.filter(isLeftOut))
          if (!isOneTooMany(turn, medium, limits) && !late.test(refusalOf(medium)?.words ?? ''))
            yield { turn, what: `${medium.name} was refused beside ${all.length} pictures` };
        const pictures = all.filter((medium) => !isLeftOut(medium)).length;
        const refuses = new RegExp(`at most ${maxPerMessage} are allowed`).test(said);
        if (pictures > maxPerMessage && (turn.got.length > 0 || !refuses))
          yield { turn, what: `${pictures} pictures, and no word of ${maxPerMessage}` };
        if (pictures <= maxPerMessage && refuses)
          yield { turn, what: `${pictures} pictures were refused` };
        for (const { name, bytes, mark } of turn.given) {
          if (bytes.length <= maxBytes || pictures > maxPerMessage) continue;
          if (turn.got.some(({ seen }) => seen.media.some((medium) => medium.mark === mark)))
            yield { turn, what: `${name} has ${bytes.length} bytes and was sent` };
          if (!said.includes(String(maxBytes)))
            yield { turn, what: `${name} has ${bytes.length} bytes, and no word of ${maxBytes}` };
          if (!said.includes('images.maxBytes'))
            yield {
              turn,
              what: `${name} is too large, and no word says which setting allows more`,
            };
        }
      }
    },
  },
];

/** Given with this message and counted: what is refused for itself is no picture of it. */
export function picturesOf({ given }: Turn, { maxBytes }: Limits): readonly Medium[] {
  return given.filter(({ kind, bytes }) => isCounted(kind) && bytes.length <= maxBytes);
}

/** Where a face refuses pictures one by one: this one says the number, and so many were taken. */
export function isOneTooMany(turn: Turn, medium: Medium, limits: Limits): boolean {
  const { refused } = turn.told;
  const taken = picturesOf(turn, limits).filter(
    ({ name }) => !refused.some((one) => one.name === name),
  );
  const words = refused.find(({ name }) => name === medium.name)?.words ?? '';
  return (
    isCounted(medium.kind) &&
    taken.length === limits.maxPerMessage &&
    words.includes(`at most ${limits.maxPerMessage} pictures`)
  );
}
