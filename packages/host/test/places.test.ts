import { parseTenantId, type TenantId } from '@percept/core';
import { expect, test } from 'vitest';
import { sharedPlaces } from '../src/places.ts';

function tenant(name: string): TenantId {
  const parsed = parseTenantId(name);
  if (!parsed.ok) throw new Error(parsed.refusal.message);
  return parsed.value;
}

const acme = tenant('acme');
const zenith = tenant('zenith');

test('one tenant never takes all places, and a place is given back once', () => {
  const places = sharedPlaces(8);
  const out = Array.from({ length: 8 }, () => places.enter(acme));
  expect(out.filter((leave) => leave !== undefined)).toHaveLength(6);
  expect(places.enter(zenith)).toBeTypeOf('function');
  expect(places.enter(zenith)).toBeTypeOf('function');
  expect(places.enter(zenith)).toBeUndefined();
  out[0]?.();
  out[0]?.();
  expect(places.enter(zenith)).toBeTypeOf('function');
  expect(places.enter(acme)).toBeUndefined();
});

test('a single place can be had', () => {
  const places = sharedPlaces(1);
  const leave = places.enter(acme);
  expect(leave).toBeTypeOf('function');
  expect(places.enter(zenith)).toBeUndefined();
  leave?.();
  expect(places.enter(zenith)).toBeTypeOf('function');
});
