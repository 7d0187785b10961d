import { expect, test } from 'vitest';
import { nearest } from '../src/cli/nearest.ts';

const words = ['describe', 'doctor', 'view', 'serve', 'max-characters', 'json'];

test.for([
  ['descibe', 'describe'],
  ['desrcibe', 'describe'],
  ['vew', 'view'],
  ['veiw', 'view'],
  ['server', 'serve'],
  ['max-character', 'max-characters'],
  ['describes', 'describe'],
])('%s is meant as %s', ([given, meant]) => {
  expect(nearest(given ?? '', words)).toBe(meant);
});

test.for(['', 'x', 'photo.png', 'sve', 'a'.repeat(5000)])('%s is near to nothing', (given) => {
  expect(nearest(given, words)).toBeUndefined();
});
