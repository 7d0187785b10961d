// Who was asked and what for: on the bill, told as it was sent, and nobody without need.
import { asked, isOwn, picturesIn } from '../evidence.ts';
import type { Invariant } from '../invariant.ts';
import { priceUsd } from '../provider.ts';

export const billInvariants: readonly Invariant[] = [
  {
    name: 'bill-is-whole',
    promise: 8,
    sentence:
      'Usage and cost of a turn are those of the requests that the provider got for it, helpers included.',
    *broken(run) {
      for (const turn of run.turns) {
        const { usage, end } = turn.told;
        if (end === 'cancelled' || end === 'waiting') continue;
        if (!usage) {
          if (isOwn(run) && end === 'answered' && turn.got.length > 0)
            yield { turn, what: `${turn.got.length} requests, and no bill` };
          continue;
        }
        const paid = turn.got.flatMap(({ billed }) => (billed ? [billed] : []));
        const input = paid.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
        const output = paid.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
        const costUsd =
          (input * priceUsd.usdPerMillionInput + output * priceUsd.usdPerMillionOutput) / 1e6;
        const { requests = turn.got.length } = usage;
        if (requests !== turn.got.length)
          yield { turn, what: `${requests} requests on the bill, ${turn.got.length} came` };
        else if (usage.inputTokens !== input || usage.outputTokens !== output)
          yield {
            turn,
            what: `${usage.inputTokens}+${usage.outputTokens} tokens, not ${input}+${output}`,
          };
        else if (Math.abs((usage.costUsd ?? 0) - costUsd) > 1e-9)
          yield { turn, what: `${usage.costUsd} USD on the bill, ${costUsd} spent` };
      }
    },
  },
  {
    name: 'told-is-sent',
    promise: 8,
    sentence:
      'What the client is told was shown are the bytes that were on the wire, and no others; pictures that the chat draws for it have their colours.',
    *broken({ turns }) {
      for (const turn of turns) {
        const { shown, saw } = turn.told;
        const newest = asked(turn)
          .at(-1)
          ?.seen.media.filter(({ kind }) => kind === 'image');
        if (saw && newest && newest.length > 0) {
          const [drawn, marks] = [saw, newest.map(({ mark }) => mark)].map((list) =>
            JSON.stringify(list.toSorted((one = -1, other = -1) => one - other)),
          );
          if (drawn !== marks) yield { turn, what: `drawn ${drawn}, on the wire ${marks}` };
        }
        if (!shown) continue;
        const sent = asked(turn).filter(({ seen }) => seen.media.length > 0);
        const wire = sent.map(({ seen }) => seen.media.map(({ sha256 }) => sha256).toSorted());
        const told = shown.filter((hashes) => hashes.length > 0).map((list) => list.toSorted());
        if (JSON.stringify(told) !== JSON.stringify(wire))
          yield { turn, what: `told ${counts(told)}, on the wire ${counts(wire)}` };
      }
    },
  },
  {
    name: 'helpers-only-when-needed',
    promise: 3,
    sentence:
      'Nobody looks at a picture for a model that sees, and nobody looks at or listens to the same thing twice.',
    *broken({ turns }) {
      const looked = new Set<string>();
      for (const turn of turns)
        for (const { seen, isHelper } of turn.got) {
          if (!isHelper || seen.media.length === 0) continue;
          if (turn.model !== 'blind' && picturesIn(seen) > 0)
            yield { turn, what: `a helper looked for ${turn.model}` };
          const key = seen.media.map(({ sha256 }) => sha256).join(' ');
          if (looked.has(key)) yield { turn, what: 'a helper looked at the same thing again' };
          looked.add(key);
        }
    },
  },
];

function counts(lists: readonly (readonly string[])[]): string {
  return `[${lists.map(({ length }) => length).join(', ')}] ${lists.map((list) => list.map((hash) => hash.slice(0, 6)).join(' ')).join(' | ')}`;
}
