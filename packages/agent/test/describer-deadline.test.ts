// A describer of a program's own may do anything: whoever asked it gets an outcome, at the deadline at the latest.
import { describe, expect, test } from 'vitest';
import { attempt } from '../src/bridge/attempt.ts';
import { defineDescriber, type DescriberDefinition } from '../src/definitions.ts';

type Look = DescriberDefinition['look'];

const never: Look = () => new Promise(() => {});
const unruly: Readonly<Record<string, Look>> = {
  'never answers': never,
  'waits for its signal and goes on': ({ signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve('late words'))),
  'throws at once': () => {
    throw new Error('no');
  },
  rejects: () => Promise.reject(new Error('no')),
};

function ask(look: Look, signal = new AbortController().signal) {
  const describer = defineDescriber({ name: 'own', version: '1', host: 'example.org', look });
  const request = { kind: 'image', bytes: new Uint8Array(1), mime: 'image/png' } as const;
  const quiet = (): undefined => undefined;
  const options = { timeoutMs: 40, retries: 0, signal, onStart: quiet, onFailure: quiet } as const;
  return attempt(describer, request, options);
}

describe('a describer that', { tags: ['d-deadlines-hold'] }, () => {
  test.for(Object.entries(unruly))('%s is a refusal', async ([, look]) => {
    expect((await ask(look)).ok).toBe(false);
  });

  test('never answers is told to be late, and its signal is aborted', async () => {
    let given: AbortSignal | undefined;
    const outcome = await ask((request) => {
      given = request.signal;
      return never(request);
    });
    expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'timed-out' } });
    expect(given?.aborted).toBe(true);
  });

  test('answers something else than words is a refusal', async () => {
    const answers: unknown[] = [5, undefined, null, { text: 'words' }];
    for (const answer of answers) {
      // @ts-expect-error -- what a program in JavaScript may give back
      expect((await ask(async () => answer)).ok).toBe(false);
    }
  });
});
