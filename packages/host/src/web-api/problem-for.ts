// A refusal as an answer of the web API: the kind decides the status, the words stay the refusal's own.
import type { Refusal } from '@percept/core';
import { problem, type Problem } from '../openwop/problem.ts';

export function problemFor({ refused, message, hint, limit }: Refusal): Problem {
  const details = { refused, hint, ...(limit && { limit: { ...limit } }) };
  return problem(statusOf(refused), refused.replaceAll('-', '_'), message, details);
}

function statusOf(kind: Refusal['refused']): number {
  switch (kind) {
    case 'absent':
      return 404;
    case 'invalid-input':
    case 'empty':
      return 400;
    case 'forbidden':
      return 403;
    case 'too-large':
    case 'too-many':
      return 413;
    case 'unavailable':
    case 'stale':
    case 'cancelled':
      return 409;
    case 'store-full':
      return 507;
    case 'timed-out':
    case 'worker-failed':
    case 'unreachable':
      return 503;
    case 'unperceivable':
    case 'unsupported-type':
    case 'needs-render':
    case 'renderer-missing':
    case 'corrupt':
    case 'encrypted':
      return 422;
  }
}
