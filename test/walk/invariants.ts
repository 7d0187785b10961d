// What holds in every conversation, judged from outside: from what the provider got, what the client was told and what
// stands in the store.
import type { Invariant, Violation } from './invariant.ts';
import { attachmentInvariants } from './invariants/attachment.ts';
import { billInvariants } from './invariants/bill.ts';
import { endingInvariants } from './invariants/ending.ts';
import { limitInvariants } from './invariants/limit.ts';
import { requestInvariants } from './invariants/request.ts';
import { storeInvariants } from './invariants/store.ts';
import { toolInvariants } from './invariants/tool.ts';
import { wordsInvariants } from './invariants/words.ts';
import type { Run } from './run.ts';

export const invariants: readonly Invariant[] = [
  ...requestInvariants,
  ...attachmentInvariants,
  ...wordsInvariants,
  ...toolInvariants,
  ...billInvariants,
  ...endingInvariants,
  ...storeInvariants,
  ...limitInvariants,
];

export function judgeRun(run: Run): readonly Violation[] {
  return invariants.flatMap(({ name, broken }) =>
    [...broken(run)].map(({ turn, what }) => ({ invariant: name, step: turn?.at ?? -1, what })),
  );
}
