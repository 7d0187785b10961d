// What one visitor can take of the server at once, and how signing in and out ends.
import { request as httpRequest } from 'node:http';
import { text } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { openStage, signIn } from './serve-stage.ts';
import { Visitor, type Answer } from './serve-visitor.ts';

const slow = { timeout: 240_000 };

describe('bodies that are held', slow, () => {
  test('count together for every face, and small ones are answered meanwhile', async () => {
    await using stage = await openStage(() => text('Done.'), 'seeing', {
      limits: { maxHeldBodyBytes: 700 * 1024 },
    });
    const { me, acme, host } = stage;
    const large = { model: 'x'.repeat(300 * 1024) };
    const ask = (): Promise<Answer<{ error: string }>> => me.ask('POST', '/api/sessions', large);
    expect((await ask()).status).toBe(404);
    // Half a body, and nothing more comes.
    const held = httpRequest({
      port: host.port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/sessions',
      headers: { ...acme.headers, 'content-type': 'application/json', 'content-length': 900_000 },
    });
    held.on('error', () => undefined);
    held.write(`{"model":"${'x'.repeat(600 * 1024)}`);
    // Small requests take nothing of the bound, so the large body arrives meanwhile and is not refused itself.
    for (let round = 0; round < 60; round += 1) await me.ask('POST', '/api/sessions', { model: 1 });
    const refused = await ask();
    expect([refused.status, refused.body.error]).toEqual([503, 'too_busy']);
    expect(refused.headers.get('retry-after')).toBe('1');
    for (const workflowId of ['conformance-noop', 'percept-ask']) {
      const run = { workflowId, inputs: { prompt: 'Say.' }, metadata: large };
      expect((await me.ask('POST', '/v1/runs', run)).status).toBe(503);
    }
    expect((await me.ask('POST', '/api/sessions', {})).status).toBe(201);
    held.destroy();
    await expect.poll(async () => (await ask()).status).toBe(404);
  });
});

describe('a browser', slow, () => {
  test('signs out for good, whoever kept a copy of its cookie', async () => {
    await using stage = await openStage([]);
    const { host } = stage;
    const browser = new Visitor(host.origin, { cookie: await signIn(host.signInLink()) });
    const other = new Visitor(host.origin, { cookie: await signIn(host.signInLink()) });
    expect((await browser.ask('GET', '/api/status')).status).toBe(200);
    const out = await browser.ask('POST', '/api/sign-out');
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toMatch(/^percept-\d+=; Path=\/; Max-Age=0; HttpOnly/);
    expect((await browser.ask('GET', '/api/status')).status).toBe(401);
    expect((await other.ask('GET', '/api/status')).status).toBe(200);
    // Asked again, and by nobody, it is the same.
    expect((await browser.ask('POST', '/api/sign-out')).status).toBe(204);
    expect((await new Visitor(host.origin).ask('POST', '/api/sign-out')).status).toBe(204);
    // Another site cannot do it.
    const forged = new Visitor(host.origin, { ...other.headers, origin: 'https://evil.example' });
    expect((await forged.ask('POST', '/api/sign-out')).status).toBe(403);
    expect((await other.ask('GET', '/api/status')).status).toBe(200);
  });

  test('that comes with an old link is told so, and the operator gets a new one', async () => {
    let now = Date.now();
    const renewed: string[] = [];
    await using stage = await openStage([], 'seeing', {
      clock: () => now,
      onLinkExpired: (tenant, link) => renewed.push(`${tenant} ${link}`),
    });
    const { host, acme } = stage;
    const link = host.signInLink();
    now += 10 * 60 * 1000;
    const late = await fetch(link, { redirect: 'manual' });
    expect([late.status, late.headers.get('set-cookie')]).toEqual([401, null]);
    expect(await late.text()).toContain('older than 10 minutes');
    expect(renewed).toEqual([expect.stringMatching(/^local http:.*\?key=/)]);
    // Once: whoever has an old link cannot fill a terminal.
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401);
    expect(renewed).toHaveLength(1);
    expect(await signIn(renewed[0]?.split(' ')[1] ?? '')).toMatch(/^percept-/);

    // A program asks for one with its token, for its own tenant.
    const made = await acme.ask<{ link: string; expiresAt: string }>('POST', '/api/sign-in-links');
    expect(made.status).toBe(201);
    expect(Date.parse(made.body.expiresAt) - now).toBe(600_000);
    const cookie = await signIn(made.body.link);
    expect((await new Visitor(host.origin, { cookie }).status()).tenant).toBe('acme');
    const nobody = new Visitor(host.origin);
    expect((await nobody.ask('POST', '/api/sign-in-links')).status).toBe(401);
  });
});
