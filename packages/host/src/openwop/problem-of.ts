// A refusal as a client of the protocol reads it. Its codes are one flat list for everything, so ours say that they are
// about media and cannot be taken for the protocol's own.
import type { Refusal } from '@percept/core';
import type { Problem } from '../http/problem.ts';
import { refusalProblem } from '../http/refusal-problem.ts';

export function problemOf(refusal: Refusal): Problem {
  return refusalProblem(refusal, (kind) => `media_${kind.replaceAll('-', '_')}`);
}
