// Another runtime is told by its name, and no picture is blamed for it.
import { expect, test } from 'vitest';
import { otherRuntime } from '../src/decoder/refusals.ts';

test('Bun and Deno are named, and Node decodes', { tags: ['d-runtimes'] }, () => {
  expect(otherRuntime({ node: '24.3.0', bun: '1.4.4' })?.message).toContain('this is Bun');
  expect(otherRuntime({ node: '24.2.0', deno: '2.9.6' })).toMatchObject({
    refused: 'unavailable',
    message: expect.stringContaining('this is Deno'),
  });
  expect(otherRuntime({ node: '24.21.0' })).toBeUndefined();
  expect(otherRuntime()).toBeUndefined();
});
