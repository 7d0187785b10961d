// Room that ends: what was used the longest ago makes place.
import { expect, test } from 'vitest';
import { BoundedMap } from '../src/bounded-map.ts';

test('holds as many as it may, and what was used the longest ago goes first', () => {
  const map = new BoundedMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.size).toBe(2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([...map.keys()]).toEqual(['a', 'c']);
  expect(map.get('b')).toBeUndefined();
});

test('weighs what it holds, also when it is replaced or taken away', () => {
  const map = new BoundedMap<string>(10, (value) => value.length);
  map.set('a', '123456');
  map.set('b', '1234');
  expect(map.weight).toBe(10);
  map.set('a', '1');
  expect(map.weight).toBe(5);
  map.delete('b');
  map.delete('never there');
  expect([...map.keys()]).toEqual(['a']);
  expect(map.weight).toBe(1);
  map.set('c', '1234567890');
  expect([...map.keys()]).toEqual(['c']);
});

test('what is too heavy by itself is not held, and drives nobody out but the one of its name', () => {
  const map = new BoundedMap<string>(4, (value) => value.length);
  map.set('a', '12');
  map.set('b', '12345');
  expect([...map.keys()]).toEqual(['a']);
  map.set('a', '12345');
  expect(map.size).toBe(0);
  expect(map.weight).toBe(0);
});

test('is empty after it was cleared, and has all its room again', () => {
  const map = new BoundedMap<string>(4, (value) => value.length);
  map.set('a', '1234');
  map.clear();
  expect(map.get('a')).toBeUndefined();
  expect(map.size).toBe(0);
  expect(map.weight).toBe(0);
  map.set('b', '1234');
  expect(map.get('b')).toBe('1234');
});
