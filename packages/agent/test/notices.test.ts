// Every request says again what became of each picture of the history; the person reads it once.
import { resolveProfile } from '@percept/core';
import { expect, test } from 'vitest';
import { Notices } from '../src/loop/notices.ts';
import type { LoopModel } from '../src/loop/model.ts';
import type { ReportSlot, RequestReport } from '../src/loop/report.ts';

const modelOf = (name: string): LoopModel => ({
  name,
  host: 'models.example',
  profile: resolveProfile({ provider: 'openai.chat', model: name }),
  open: () => Promise.reject(new Error('Nobody is asked here.')),
});

const slot: ReportSlot = {
  message: 0,
  kind: 'image',
  action: 'refit',
  reason: 'pixels',
  place: 'here',
  source: 'a.png',
  width: 1568,
  height: 882,
  estimatedTokensBefore: 0,
  estimatedTokens: 0,
  bytesBefore: 0,
  bytes: 0,
};

const reportOf = (...slots: readonly ReportSlot[]): RequestReport => ({
  model: 'one',
  host: 'models.example',
  wire: 'chat-completions',
  images: slots.length,
  estimatedImageTokens: 0,
  estimatedTextTokens: 0,
  mediaBytes: 0,
  slots,
});

test('what became of a picture is said once for each model, and again when something else becomes of it', () => {
  const notices = new Notices();
  const said = (model: string, ...slots: readonly ReportSlot[]): readonly string[] => {
    notices.lowered(reportOf(...slots), modelOf(model));
    return [...notices.drain()].flatMap((event) =>
      event.type === 'media-noticed' ? [event.text] : [],
    );
  };
  const reduced = 'a.png was reduced to 1568×882 for one; the original is kept.';
  expect(said('one', slot)).toEqual([reduced]);
  expect(said('one', slot)).toEqual([]);
  expect(said('one', slot, { ...slot, source: 'b.png' })).toEqual([
    'b.png was reduced to 1568×882 for one; the original is kept.',
  ]);
  expect(said('two', slot)).toEqual([reduced.replace('for one', 'for two')]);
  const elided: ReportSlot = { ...slot, action: 'elide', reason: 'retention' };
  expect(said('one', elided)).toEqual([
    'a.png was seen earlier and is no longer sent to one; it can look again.',
  ]);
  expect(said('one', elided, slot)).toEqual([]);
});

test('nothing is said of a picture that is shown as it is, and nothing of one that is shown already', () => {
  const notices = new Notices();
  const quiet = (['keep', 'hoist', 'retype', 'describe'] as const).map((action) => ({
    ...slot,
    action,
  }));
  const double: ReportSlot = { ...slot, action: 'drop', reason: 'duplicate' };
  notices.lowered(reportOf(...quiet, double), modelOf('one'));
  expect([...notices.drain()]).toEqual([]);
  const missing: ReportSlot = { ...slot, action: 'drop', reason: 'count', source: 'b.png' };
  notices.lowered(reportOf(missing), modelOf('one'));
  expect([...notices.drain()]).toMatchObject([
    { change: 'withheld', text: 'b.png was not sent to one (count); it was told so in words.' },
  ]);
});
