// The comparison of MACs is the one of Node that takes the same time whatever differs. The double only counts its calls.
import { createSecretKey, timingSafeEqual } from 'node:crypto';
import { parseGrantId } from '@percept/core/internal';
import { expect, test, vi } from 'vitest';
import { signHandle, verifyHandle, type SigningKey } from '../src/assets/handle.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<{ readonly timingSafeEqual: typeof timingSafeEqual }>();
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

const origin = 'https://media.example';
const key: SigningKey = { id: 'k1', secret: createSecretKey(Buffer.alloc(32, 3)) };
const find = (id: string): SigningKey | undefined => (id === key.id ? key : undefined);
const grant = parseGrantId('000102030405060708090a0b0c0d0e0f');

test(
  'a MAC is compared in constant time, and an unknown key costs the same',
  { tags: ['f-grant-constant-time'] },
  () => {
    if (!grant.ok) throw new Error(grant.refusal.message);
    const handle = signHandle(key, grant.value, origin);
    const compared = (text: string): number => {
      vi.mocked(timingSafeEqual).mockClear();
      verifyHandle(text, origin, find);
      const { calls } = vi.mocked(timingSafeEqual).mock;
      for (const [one, two] of calls) expect([one.byteLength, two.byteLength]).toEqual([32, 32]);
      return calls.length;
    };
    expect(compared(handle)).toBe(1);
    for (let at = 30; at < handle.length - 1; at++)
      expect(compared(`${handle.slice(0, at)}A${handle.slice(at + 1)}`)).toBe(1);
    expect(compared(handle.replace('.k1.', '.nobody.'))).toBe(1);
    // The key that stands in for nobody's opens nothing, though anybody can sign with it.
    const nobody = { id: 'nobody', secret: createSecretKey(Buffer.alloc(32)) };
    expect(verifyHandle(signHandle(nobody, grant.value, origin), origin, find)).toBeUndefined();
  },
);
