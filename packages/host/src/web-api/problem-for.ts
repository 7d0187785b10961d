// A refusal as an answer of the web API: its error is the kind itself.
import type { Refusal } from '@percept/core';
import type { Problem } from '../http/problem.ts';
import { refusalProblem } from '../http/refusal-problem.ts';

export function problemFor(refusal: Refusal): Problem {
  return refusalProblem(refusal, (kind) => kind.replaceAll('-', '_'));
}
