// Reports as a record holds them, which may have been written elsewhere.
import type { Json } from '@percept/core';
import { expect, test } from 'vitest';
import { ReportReader } from '../src/loop/report-entry.ts';

const slot = {
  message: 0,
  kind: 'image',
  action: 'keep',
  reason: 'fits',
  place: 'untouched',
  estimatedTokensBefore: 1,
  estimatedTokens: 1,
  bytesBefore: 2,
  bytes: 2,
};

function read(...slots: readonly Json[]): unknown {
  const data = { model: 'one', host: 'models.example', wire: 'none', kept: 0, slots: [...slots] };
  return new ReportReader().read({ type: 'custom', name: 'agent.request', data })?.slots;
}

test('of a piece of a report nothing is told but what a report has', () => {
  const forged = { ...slot, bridgedBy: { model: 5 }, url: 'http://127.0.0.1/' };
  expect(read(slot, forged)).toEqual([slot, slot]);
});

test('a piece that is none is told to nobody', () => {
  expect(read({ ...slot, bytes: -1 }, { ...slot, found: 'x' }, 'text', slot)).toEqual([slot]);
});
