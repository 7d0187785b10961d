// What a refusal is over HTTP: one status for one cause, whichever face tells it.
import { refusalKinds, type RefusalKind } from '@percept/core';
import { expect, test } from 'vitest';
import { problemOf } from '../../openwop/src/answer.ts';
import { refusalProblem } from '../src/http/problem.ts';

const statuses: Readonly<Record<RefusalKind, number>> = {
  absent: 404,
  empty: 422,
  unperceivable: 422,
  'unsupported-type': 415,
  'needs-render': 415,
  'renderer-missing': 415,
  'too-large': 413,
  'too-many': 413,
  corrupt: 422,
  encrypted: 422,
  'timed-out': 503,
  cancelled: 409,
  'worker-failed': 503,
  forbidden: 403,
  unreachable: 422,
  'invalid-input': 400,
  stale: 409,
  unavailable: 503,
  'store-full': 507,
};

test.each(refusalKinds)('%s has one status at every face, and each its own word', (refused) => {
  const limit = { name: 'maxBytes', max: 1, actual: 2 };
  const refusal = { refused, message: 'No.', hint: 'Do this.', limit };
  const told = {
    status: statuses[refused],
    message: 'No.',
    details: { refused, hint: 'Do this.', limit },
  };
  const word = refused.replaceAll('-', '_');
  expect(refusalProblem(refusal)).toEqual({ ...told, error: word });
  expect(problemOf(refusal)).toEqual({ ...told, error: `media_${word}` });
});
