// Whoever has no credential, or a wrong one.
import { expect, test } from 'vitest';
import { acmeToken, openStage } from './serve-stage.ts';

const slow = { timeout: 240_000 };

test(
  'an address that keeps sending wrong credentials is told to wait, and a right one works all the same',
  { tags: ['f-host-failed-credentials'], ...slow },
  async () => {
    let now = Date.now();
    await using stage = await openStage([], 'seeing', {
      limits: { maxFailedCredentialsPerMinute: 5 },
      clock: () => now,
    });
    const ask = (path: string, token: string): Promise<Response> =>
      fetch(`${stage.host.origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      const path = index % 2 === 0 ? '/api/status' : '/v1/runs';
      statuses.push((await ask(path, `guess-${index}`)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const refused = await ask('/api/status', 'guess');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('/api/status', acmeToken)).status).toBe(200);
    expect((await fetch(`${stage.host.origin}/.well-known/openwop`)).status).toBe(200);
    now += 61_000;
    expect((await ask('/api/status', 'guess')).status).toBe(401);
  },
);

test(
  'a server says that it lives and that it is ready',
  { tags: ['f-host-health'], ...slow },
  async () => {
    await using stage = await openStage([]);
    const status = async (path: string): Promise<number> =>
      (await fetch(`${stage.host.origin}${path}`)).status;
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(200);
    await stage.memory.close();
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(503);
  },
);
