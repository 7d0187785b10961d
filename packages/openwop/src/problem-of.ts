// A refusal as a client of the protocol reads it. Its codes are one flat list for everything, so ours say that they are
// about media and cannot be taken for the protocol's own.
import type { Refusal } from '@percept/core';
import { refusalProblem, type Problem } from '@percept/host/internal';

export function problemOf(refusal: Refusal): Problem {
  return refusalProblem(refusal, 'media_');
}
