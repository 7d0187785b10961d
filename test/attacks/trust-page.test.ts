// The question in the page of `percept serve`: all of what came with the folder is shown, exactly that is trusted, by the
// person at this machine alone, and the server starts anew with it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '@percept/core/internal';
import { text } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { openProcessStage, type ProcessStage } from '../host/serve-stage.ts';
import { attacksFrom } from './tries.ts';

/** The stage's configuration, as something that came with the folder. */
async function openClonedFolder(): Promise<ProcessStage> {
  const stage = await openProcessStage(() => text('hi'));
  const home = join(stage.folder, 'home');
  await mkdir(home);
  stage.env['HOME'] = home;
  delete stage.env['PERCEPT_CONFIG'];
  return stage;
}

async function statusOf(origin: string, headers: Record<string, string>) {
  const response = await fetch(`${origin}/api/status`, { headers });
  const status: unknown = await response.json();
  if (!isRecord(status)) throw new Error('There is no status.');
  const trust = isRecord(status['trust']) ? status['trust'] : undefined;
  return { active: status['active'], since: status['since'], trust };
}

describe('the page', { timeout: 240_000 }, () => {
  test(
    'asks for trust, and the server starts anew with it',
    { tags: ['d-trust-page'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      await using stage = await openClonedFolder();
      const file = join(stage.folder, 'percept.config.json');
      const hidden = `{"consent": ["nothing to see\u202e\u200b"],${(await readFile(file, 'utf8')).slice(1)}`;
      await writeFile(file, hidden);
      const tenants = join(stage.folder, 'tenants.json');
      const token = 'a-token-that-is-long-enough-for-acme';
      await writeFile(tenants, JSON.stringify({ tenants: [{ name: 'acme', token }] }), {
        mode: 0o600,
      });
      const { origin, facts, child } = await stage.start('--tenants', tenants);
      const own = (await readFile(String(facts['tokenFile']), 'utf8')).trim();
      const me = { authorization: `Bearer ${own}` };
      const before = await statusOf(origin, me);
      expect(before.active).not.toBe('seeing');
      const shown = JSON.stringify(before.trust);
      expect(shown).toContain('It wants to answer with');
      expect(shown, 'the whole file, spelled').toContain('nothing to see<U+202E><U+200B>');
      expect(shown).toContain('vision-input');

      const digest = String(before.trust?.['digest']);
      const answer = async (headers: Record<string, string>, body: object, method = 'POST') => {
        const response = await fetch(`${origin}/api/trust`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(method === 'POST' && { body: JSON.stringify(body) }),
        });
        await response.arrayBuffer();
        attempt();
        return response.status;
      };
      const acme = { authorization: `Bearer ${token}` };
      expect((await statusOf(origin, acme)).trust, 'nobody else is asked').toBeUndefined();
      attempt();
      const right = { answer: 'once', digest };
      expect(await answer({}, right)).toBe(401);
      expect(await answer(acme, right)).toBe(404);
      expect(await answer(me, right, 'GET')).toBe(404);
      expect(await answer({ ...me, origin: 'https://evil.example' }, right)).toBe(403);
      expect(await answer({ ...me, 'sec-fetch-site': 'cross-site' }, right)).toBe(403);
      expect(await answer(me, { answer: 'session', digest })).toBe(400);
      expect(await answer(me, { answer: 'once', digest: digest.replace(/.$/, 'x') })).not.toBe(204);
      await writeFile(file, hidden.replace('nothing to see', 'something else'));
      expect(await answer(me, right), 'not what was shown').not.toBe(204);
      await writeFile(file, hidden);
      expect((await statusOf(origin, me)).active).toBe(before.active);

      expect(await answer(me, right)).toBe(204);
      let after = before;
      while (after.since === before.since) {
        await sleep(100);
        after = await statusOf(origin, me).catch(() => before);
        expect(child.exitCode).toBe(null);
      }
      expect(after).toMatchObject({ active: 'seeing', trust: undefined });
      const kept = await readFile(
        join(stage.folder, 'home', '.config', 'percept', 'trust.json'),
        'utf8',
      );
      expect(kept).toContain(digest);
    },
  );

  test('asks nothing where a folder brings nothing', { tags: ['d-trust-asked'] }, async () => {
    await using stage = await openProcessStage(() => text('hi'), 'none');
    const { visitor } = await stage.start();
    expect(JSON.stringify(await visitor.status())).not.toContain('"trust"');
  });
});
