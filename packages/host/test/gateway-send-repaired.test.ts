// What happens between a refusal and a second try: whatever it is, the client gets an answer.
import { expect, test } from 'vitest';
import type { Repair } from '../src/gateway/repair.ts';
import { sendRepaired, type Carrier, type Progress } from '../src/gateway/send-repaired.ts';
import { nothingDone } from '../src/gateway/forward.ts';

/** A provider that refuses everything, and a second try that fails with this error. */
async function refusedTwice(thrown: Error, signal = new AbortController().signal) {
  const faults: unknown[] = [];
  const carrier: Carrier<string, { readonly gone: true }> = {
    post: () => Promise.resolve({ answer: 'no' }),
    read: (answer) => Promise.resolve({ answer, refusal: { status: 400, text: 'no' } }),
    status: () => 400,
    drop: () => undefined,
    report: (fault) => faults.push(fault),
  };
  const repair: Repair = {
    model: 'gpt-5',
    events: [],
    looked: 0,
    changes: () => [],
    taken: () => undefined,
    again: () => Promise.reject(thrown),
  };
  const progress: Pick<Progress, 'done' | 'recovered' | 'recovery'> = {
    done: nothingDone,
    recovered: undefined,
    recovery: undefined,
  };
  const request = { bytes: Buffer.from('{}'), repair, signal };
  return { sent: await sendRepaired(carrier, progress, request), faults };
}

test('a fault on the way to a second try is reported, and the refusal is the answer', async () => {
  const fault = new TypeError('A bug.');
  const { sent, faults } = await refusedTwice(fault);
  expect(sent).toEqual({ answer: 'no' });
  expect(faults).toEqual([fault]);
});

test('what is nested beyond any stack is no fault of the gateway', async () => {
  const { sent, faults } = await refusedTwice(new RangeError('Maximum call stack size exceeded'));
  expect(sent).toEqual({ answer: 'no' });
  expect(faults).toEqual([]);
});

test('of a client that is gone nothing is reported, and it gets no answer', async () => {
  const gone = new Error('gone');
  await expect(refusedTwice(new TypeError('A bug.'), AbortSignal.abort(gone))).rejects.toBe(gone);
});
