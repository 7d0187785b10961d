import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isRecord, readText } from '@percept/core/internal';
import { openStage, usesModels } from './openwop-stage.ts';
import type { Answer, Client } from './openwop-client.ts';

const slow = { timeout: 240_000 };

async function tokenOf(client: Client, run: string): Promise<string> {
  const waiting = await client.until(run, 'waiting-approval', 'waiting-input');
  const { interrupt } = waiting.body;
  return (isRecord(interrupt) ? readText(interrupt['interruptToken']) : undefined) ?? '';
}

const accept = { resumeValue: { action: 'accept' } };

describe('an interrupt', slow, () => {
  test(
    'is answered by run and node with a credential',
    { tags: ['f-wop-interrupts'] },
    async () => {
      await using stage = await openStage();
      const { acme } = stage;
      const run = await acme.run('conformance-approval');
      const waiting = await acme.until(run, 'waiting-approval');
      expect(waiting.body['currentNodeId']).toBe('gate');
      const path = `/v1/runs/${run}/interrupts`;
      expect((await acme.post(`${path}/gate`, { resumeValue: { action: 'maybe' } })).status).toBe(
        422,
      );
      expect((await acme.post(`${path}/gate`, { action: 'accept' })).status).toBe(400);
      expect((await acme.post(`${path}/no-such-node`, accept)).status).toBe(404);
      expect((await acme.post(`${path}/gate`, accept)).status).toBe(200);
      expect((await acme.ended(run)).body['status']).toBe('completed');
      const events = await acme.events(run);
      expect(events.find(({ type }) => type === 'approval.received')?.['payload']).toMatchObject({
        action: 'accept',
        decidedBy: 'ann',
      });
      expect((await acme.post(`${path}/gate`, accept)).status).toBe(404);
      const asking = await acme.run('conformance-clarification');
      await acme.until(asking, 'waiting-input');
      for (const answers of [
        {},
        { q1: '' },
        { q1: 'blue', q2: 'red' },
        'blue',
        [{ id: 'q2', answer: 'x' }],
      ])
        expect(
          (await acme.post(`/v1/runs/${asking}/interrupts/ask`, { resumeValue: { answers } }))
            .status,
        ).toBe(422);
      const answered = await acme.post(`/v1/runs/${asking}/interrupts/ask`, {
        resumeValue: { answers: [{ id: 'q1', answer: 'blue' }] },
      });
      expect(answered.status).toBe(200);
      expect((await acme.ended(asking)).body['variables']).toMatchObject(
        usesModels() ? { text: 'Done.' } : { answers: { q1: 'blue' } },
      );
      if (usesModels()) expect(stage.server.requests.at(-1)?.raw).toContain('blue');
    },
  );

  test(
    'is answered once with its signed token, by whoever holds it',
    { tags: ['f-wop-interrupts'] },
    async () => {
      await using stage = await openStage();
      const { acme, nobody } = stage;
      const run = await acme.run('conformance-approval');
      const token = await tokenOf(acme, run);
      const [head = '', mac = ''] = token.split('.');
      const claims: unknown = JSON.parse(Buffer.from(head, 'base64url').toString());
      expect(claims).toMatchObject({ runId: run, nodeId: 'gate', intent: 'resolve' });
      const lifetime = isRecord(claims) ? Number(claims['expiresAt']) - Date.now() : 0;
      expect(lifetime).toBeGreaterThan(25 * 60_000);
      expect(lifetime).toBeLessThanOrEqual(30 * 60_000);
      const asked = await nobody.get(`/v1/interrupts/${token}`);
      expect(asked.body).toMatchObject({ runId: run, kind: 'approval', status: 'pending' });
      const path = `/v1/interrupts/${token}`;
      expect((await nobody.post(path, { resumeValue: { action: 'maybe' } })).status).toBe(422);
      expect((await nobody.post(path, accept)).status).toBe(200);
      expect((await acme.ended(run)).body['status']).toBe('completed');
      const statuses = await Promise.all([nobody.post(path, accept), nobody.get(path)]);
      expect(statuses.map(({ status }) => status)).toEqual([409, 409]);
      expect(mac).toHaveLength(43);
    },
  );

  test('of two answers at once takes one', async () => {
    await using stage = await openStage();
    const { acme, nobody } = stage;
    const run = await acme.run('conformance-approval');
    const token = await tokenOf(acme, run);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => nobody.post(`/v1/interrupts/${token}`, accept)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  test(
    'is closed to tokens that are malformed, forged, foreign or late',
    { tags: ['f-wop-interrupts'] },
    async () => {
      let now = Date.now();
      const secret = randomBytes(32);
      await using stage = await openStage({ interruptSecrets: [secret], clock: () => now });
      const { acme, nobody } = stage;
      const run = await acme.run('conformance-approval');
      const token = await tokenOf(acme, run);
      const [head = '', mac = ''] = token.split('.');
      const sign = (claims: object, key: Uint8Array): string => {
        const payload = Buffer.from(JSON.stringify(claims));
        return `${payload.toString('base64url')}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
      };
      const claims = {
        runId: run,
        nodeId: 'gate',
        interruptId: 'x',
        expiresAt: now + 1000,
        intent: 'resolve',
      };
      const flipped = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
      const cases: readonly (readonly [string, number])[] = [
        [encodeURIComponent('!!!not-a-token!!!'), 400],
        ['a'.repeat(2000), 400],
        [`tok_${randomBytes(32).toString('base64url')}`, 404],
        [`${head}.${flipped}`, 404],
        [`${head}.`, 404],
        [`${head}A.${mac}`, 404],
        [`${token}.${mac}`, 404],
        [sign(claims, randomBytes(32)), 404],
        [sign({ ...claims, intent: 'read' }, secret), 404],
        [sign({ ...claims, runId: 'run_none' }, secret), 404],
        [sign({ ...claims, expiresAt: now - 1 }, secret), 410],
        [sign(claims, secret), 409],
      ];
      for (const [given, status] of cases) {
        const read: Answer = await nobody.get(`/v1/interrupts/${given}`);
        const written: Answer = await nobody.post(`/v1/interrupts/${given}`, accept);
        expect([given.slice(0, 40), read.status, written.status]).toEqual([
          given.slice(0, 40),
          status,
          status,
        ]);
      }
      now += 30 * 60_000;
      expect((await nobody.post(`/v1/interrupts/${token}`, accept)).status).toBe(410);
      const fresh = await tokenOf(acme, run);
      expect((await nobody.post(`/v1/interrupts/${fresh}`, accept)).status).toBe(200);
    },
  );

  test('stays open through a restart, and its secret can be replaced', async () => {
    const [old, young] = [randomBytes(32), randomBytes(32)];
    await using first = await openStage({ interruptSecrets: [old] });
    const run = await first.acme.run('conformance-approval');
    const token = await tokenOf(first.acme, run);
    await using again = await openStage({ folder: first.folder, interruptSecrets: [young, old] });
    expect((await again.nobody.post(`/v1/interrupts/${token}`, accept)).status).toBe(200);
    expect((await again.acme.ended(run)).body['status']).toBe('completed');
  });

  test('ends with its run when that is cancelled', async () => {
    await using stage = await openStage();
    const { acme, nobody } = stage;
    const run = await acme.run('conformance-approval');
    const token = await tokenOf(acme, run);
    expect((await acme.post(`/v1/runs/${run}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    expect((await nobody.post(`/v1/interrupts/${token}`, accept)).status).toBe(409);
  });

  test('gives its token only to whoever may answer, and to no bundle', async () => {
    const reader = {
      token: 'acme-reader-0123456789',
      scopes: ['runs:read', 'debug:read'] as const,
    };
    await using stage = await openStage({
      credentials: [{ ...reader, tenant: (await import('./openwop-stage.ts')).acme }],
    });
    const { acme } = stage;
    const run = await acme.run('conformance-approval');
    const token = await tokenOf(acme, run);
    const seen = await stage.client(reader.token).get(`/v1/runs/${run}`);
    expect(seen.body['interrupt']).toBeUndefined();
    const bundle = await stage.client(reader.token).get(`/v1/runs/${run}/debug-bundle`);
    expect(bundle.status).toBe(200);
    expect(bundle.text).not.toContain(token.split('.')[1]);
    expect(bundle.text).not.toContain('/v1/interrupts/');
    const refused = await stage
      .client(reader.token)
      .post(`/v1/runs/${run}/interrupts/gate`, accept);
    expect([refused.status, refused.body['error']]).toEqual([403, 'forbidden']);
  });
});
