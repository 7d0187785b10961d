// What is read from the entries of a session for its next request: which media it holds, how many pictures those may
// become, and what was seen under a reference.
import { mediaUrl, parseBlobId, resolveProfile } from '@percept/core';
import type { BlobId, RecordEntry, StoredBlock } from '@percept/core';
import { describe, expect, test } from 'vitest';
import { sightingIn, wholeIn } from '../src/loop/attachment.ts';
import { factEntry, putOffIn } from '../src/loop/facts.ts';
import { attachedIn, kindsInView, picturesIn } from '../src/loop/history.ts';
import { planned } from '../src/loop/model-client.ts';

function blobOf(digit: string): BlobId {
  const id = parseBlobId(digit.repeat(64));
  if (!id.ok) throw new Error(id.refusal.message);
  return id.value;
}

const blob = blobOf('a');
const source = blobOf('b');
const common = { sha256: blob, bytes: 9, source: { kind: 'blob' } } as const;
const attached = { kind: 'attachment', name: 'shot' } as const;
const picture: StoredBlock = {
  ...common,
  type: 'image',
  mime: 'image/png',
  width: 8,
  height: 8,
  origin: attached,
};
const notebook: StoredBlock = {
  ...common,
  type: 'file',
  mime: 'application/x-ipynb+json',
  origin: attached,
};
const sound: StoredBlock = { ...common, type: 'audio', mime: 'audio/wav', origin: attached };

const said = (role: 'user' | 'assistant', ...parts: readonly StoredBlock[]): RecordEntry => ({
  type: 'message',
  role,
  parts: [{ type: 'text', text: 'words' }, ...parts],
});
const brought = (...content: readonly StoredBlock[]): RecordEntry => ({
  type: 'message',
  role: 'tool',
  parts: [
    {
      type: 'tool-result',
      callId: 'a',
      tool: 'view',
      outcome: 'succeeded',
      content: [{ type: 'text', text: 'words' }, ...content],
    },
  ],
});

describe('the kinds of media in a request', () => {
  test.each([
    ['words alone', [said('user'), brought()], []],
    ['what the user attached', [said('user', picture)], ['image']],
    ['what a tool brought', [brought(sound)], ['audio']],
    ['both', [said('user', picture), brought(picture, sound)], ['image', 'audio']],
    ['what a model made, which it is not shown', [said('assistant', picture)], []],
  ] as const)('of %s', (_, entries, kinds) => {
    expect([...kindsInView(entries)]).toEqual(kinds);
  });
});

test('every picture counts, of the user, of a tool and of a model, and each page of a document; a sound does not', () => {
  const profile = resolveProfile({ provider: 'anthropic.messages', model: 'claude-sonnet-4-5' });
  const entries = [said('user', picture, sound), brought(picture, sound, picture)];
  const pagesOf = (): number => 5;
  expect(picturesIn(entries, profile, pagesOf)).toBe(3);
  expect(picturesIn([...entries, said('assistant', picture)], profile, pagesOf)).toBe(4);
  expect(picturesIn([...entries, said('user', notebook)], profile, pagesOf)).toBe(8);
});

test('attachments are those of messages of the user that have some', () => {
  const entries = [said('user'), said('user', picture, sound), said('assistant', picture)];
  expect(attachedIn([...entries, brought(picture)])).toEqual([[picture, sound]]);
});

describe('what was seen', () => {
  const look = (ref: string, sha256 = blob): StoredBlock => ({
    ...picture,
    sha256,
    origin: { kind: 'perception', ref, source },
  });
  const entries = [brought(look('plan.svg', source)), brought(look('plan.svg'))];
  const nothing = (): undefined => undefined;

  test('under a path is the newest look at it', () => {
    expect(sightingIn(entries, 'plan.svg', nothing)).toMatchObject({ blob, source });
    expect(sightingIn(entries, 'other.svg', nothing)).toBeUndefined();
  });

  test.each([
    ['its hash', blob],
    ['its address', mediaUrl(blob)],
  ])('is told by the path that showed it where it is named by %s', (_, ref) => {
    expect(sightingIn(entries, ref, nothing)).toEqual({ blob, shownAs: 'plan.svg' });
  });

  test('is told by the attachment that it was made of for a request', () => {
    const madeOf = (pixels: BlobId): string | undefined =>
      pixels === blob ? 'plan.pdf' : undefined;
    const shown = { blob, shownAs: 'attachment:plan.pdf' };
    expect(sightingIn([], blob, madeOf)).toMatchObject(shown);
    expect(sightingIn([brought(look(blob))], blob, madeOf)).toMatchObject({ ...shown, source });
    expect(sightingIn([], source, madeOf)).toBeUndefined();
    expect(sightingIn([], 'plan.pdf', madeOf)).toBeUndefined();
  });

  test('in a look at the whole of an attached picture is that picture, and in a part of it is not', () => {
    const attachedPicture = said('user', { ...picture, sha256: source });
    const part = { ...look('shot'), origin: { ...look('shot').origin, region: '0,0 10x10' } };
    expect(wholeIn([attachedPicture, brought(look('shot'))], blob)).toBe(source);
    expect(wholeIn([attachedPicture, brought(part)], blob)).toBe(blob);
    expect(wholeIn([brought(look('plan.svg'))], blob)).toBe(blob);
    expect(wholeIn([attachedPicture], blob)).toBe(blob);
  });

  test('under its own address is a look like any other', () => {
    const url = mediaUrl(blob);
    expect(sightingIn([brought(look(url))], url, nothing)).toMatchObject({ blob, source });
  });
});

test('what was put off is known until it is asked for, and by whom', () => {
  const how = { maxPerTurn: 4, unseen: 1 };
  const put = factEntry({ fact: 'put-off', blob, by: 'eyes', ...how });
  const asked = factEntry({ fact: 'put-off', blob, by: 'eyes' });
  expect(putOffIn([put], blob, 'eyes')).toEqual(how);
  expect(putOffIn([put], blob, 'another')).toBeUndefined();
  expect(putOffIn([put], source, 'eyes')).toBeUndefined();
  expect(putOffIn([put, asked], blob, 'eyes')).toBeUndefined();
  expect(putOffIn([put, asked, put], blob, 'eyes')).toEqual(how);
});

describe('words that are still to be made', () => {
  const describeIt = planned({
    plan: () => Promise.resolve([]),
    words: (kind, id) => Promise.resolve({ ok: true, value: `${kind} ${id}` }),
  });
  const bytes = new Uint8Array(1);

  test.each([
    ['audio/wav', 'audio'],
    ['image/png', 'image'],
    [undefined, 'image'],
  ])('for %s are those of %s', async (mime, kind) => {
    expect(await describeIt({ bytes, blob, ...(mime !== undefined && { mime }) })).toEqual({
      ok: true,
      value: `${kind} ${blob}`,
    });
  });

  test('are refused for bytes that the store does not hold', async () => {
    expect(await describeIt({ bytes, mime: 'image/png' })).toMatchObject({
      ok: false,
      refusal: { refused: 'absent' },
    });
  });
});
