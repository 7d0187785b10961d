import { describe, expect, test } from 'vitest';
import { isRecord, readText } from '@percept/core/internal';
import { openStage, usesModels, type Stage } from './openwop-stage.ts';
import type { Client } from './openwop-client.ts';

const slow = { timeout: 240_000 };

async function typesOf(client: Client, run: string): Promise<readonly unknown[]> {
  return (await client.events(run)).map(({ type }) => type);
}

describe('runs', slow, () => {
  test('are created, read, listed and cancelled', { tags: ['f-wop-runs'] }, async () => {
    await using stage = await openStage();
    const { acme } = stage;
    const first = await acme.run('conformance-noop');
    const done = await acme.ended(first);
    expect(done.body).toMatchObject({
      runId: first,
      workflowId: 'conformance-noop',
      status: 'completed',
      owner: { tenant: 'acme', principal: 'ann' },
    });
    const waiting = await acme.run('conformance-cancellable', { delayMs: 30_000 });
    await acme.until(waiting, 'running');
    const cancelled = await acme.post(`/v1/runs/${waiting}/cancel`, { reason: 'enough' });
    expect(cancelled.status).toBe(200);
    expect((await acme.ended(waiting)).body['status']).toBe('cancelled');
    expect(await typesOf(acme, waiting)).toEqual([
      'run.started',
      'node.started',
      'percept.run.cancelling',
      'node.cancelled',
      'run.cancelled',
    ]);
    expect((await acme.post(`/v1/runs/${waiting}/cancel`)).status).toBe(200);
    expect((await acme.post(`/v1/runs/${first}/cancel`)).body).toMatchObject({
      error: 'run_already_terminal',
    });
    const listed = await acme.get('/v1/runs?limit=1');
    expect(listed.body).toMatchObject({ runs: [{ runId: waiting }], nextCursor: waiting });
    const rest = await acme.get(`/v1/runs?limit=5&cursor=${waiting}`);
    expect(rest.body['runs']).toMatchObject([{ runId: first }]);
    expect(rest.body['nextCursor']).toBeUndefined();
    expect(stage.bugs).toEqual([]);
  });

  test('do what the fixtures of the suites are known for', { tags: ['f-wop-runs'] }, async () => {
    await using stage = await openStage();
    const { acme } = stage;
    const failed = await acme.ended(await acme.run('conformance-failure'));
    const code = usesModels() ? 'model_failed' : 'node_failed';
    expect(failed.body).toMatchObject({ status: 'failed', error: { code } });
    const chain = await acme.run('conformance-multi-node');
    await acme.ended(chain);
    const order = (await acme.events(chain))
      .filter(({ type }) => type === 'node.completed')
      .map(({ nodeId }) => nodeId);
    expect(order).toEqual(['a', 'b', 'c']);
    const payload = {
      text: 'hello',
      list: [1, 'two', { three: 3 }],
      nested: { deep: { leaf: true } },
    };
    const echoed = await acme.ended(await acme.run('conformance-identity', { payload }));
    expect(echoed.body['variables']).toMatchObject({ payload });
    const refused = await acme.run('conformance-model-capability-insufficient');
    expect((await acme.ended(refused)).body).toMatchObject({
      status: 'failed',
      error: { code: 'capability_not_provided' },
    });
    expect(await typesOf(acme, refused)).toEqual([
      'run.started',
      'node.started',
      'model.capability.insufficient',
      'node.failed',
      'run.failed',
    ]);
  });

  test(
    'take their tenant from the credential, and refuse one that is said in the body',
    { tags: ['f-wop-tenant-from-credential'] },
    async () => {
      await using stage = await openStage();
      const { acme, zenith } = stage;
      for (const claim of [
        { tenant: 'zenith' },
        { owner: { tenant: 'zenith' } },
        { tenantId: 'zenith' },
      ])
        expect(
          (await acme.post('/v1/runs', { workflowId: 'conformance-noop', ...claim })).body,
        ).toMatchObject({ error: 'validation_error' });
      const run = readText(
        (
          await acme.post(
            '/v1/runs?tenant=zenith',
            { workflowId: 'conformance-noop', metadata: { tenant: 'zenith' } },
            { 'x-tenant': 'zenith', 'x-openwop-tenant': 'zenith' },
          )
        ).body['runId'],
      );
      expect((await acme.get(`/v1/runs/${run}`)).body['owner']).toMatchObject({ tenant: 'acme' });
      expect((await zenith.get(`/v1/runs/${run}`)).status).toBe(404);
      expect((await zenith.get('/v1/runs')).body['runs']).toEqual([]);
    },
  );

  test('refuse inputs that their workflow cannot use', async () => {
    await using stage = await openStage();
    const { acme } = stage;
    const base64 = Buffer.alloc(6000, 7).toString('base64');
    const cases: readonly (readonly [unknown, number, string])[] = [
      [{}, 400, 'validation_error'],
      [{ workflowId: 5 }, 400, 'validation_error'],
      [{ workflowId: 'no-such' }, 404, 'workflow_not_found'],
      [{ workflowId: 'conformance-identity' }, 400, 'validation_error'],
      [
        { workflowId: 'conformance-identity', inputs: { payload: 'text' } },
        400,
        'validation_error',
      ],
      [{ workflowId: 'conformance-noop', inputs: [] }, 400, 'validation_error'],
      [
        { workflowId: 'conformance-noop', configurable: { temperature: 3 } },
        400,
        'validation_error',
      ],
      [{ workflowId: 'conformance-noop', tags: [''] }, 400, 'validation_error'],
      [
        { workflowId: 'conformance-noop', inputs: { picture: base64 } },
        422,
        'inline_media_refused',
      ],
    ];
    for (const [body, status, error] of cases) {
      const answer = await acme.post('/v1/runs', body);
      expect([answer.status, answer.body['error']]).toEqual([status, error]);
    }
    // How long a model thinks is no input.
    if (usesModels()) return;
    const late = await acme.ended(await acme.run('conformance-delay', { delayMs: 60_001 }));
    expect(late.body).toMatchObject({ status: 'failed', error: { code: 'validation_error' } });
  });

  test('of one tenant do not take all the room', async () => {
    await using stage = await openStage({ limits: { maxActiveRunsPerTenant: 2 } });
    const { acme, zenith } = stage;
    await acme.run('conformance-delay', { delayMs: 20_000 });
    await acme.run('conformance-delay', { delayMs: 20_000 });
    const third = await acme.post('/v1/runs', { workflowId: 'conformance-noop' });
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1']);
    await zenith.ended(await zenith.run('conformance-noop'));
  });
});

describe('a limit of a run', slow, () => {
  test('ends a node that takes too long, and says which limit it was', async () => {
    await using stage = await openStage({ limits: { maxRunDurationMs: 300 } });
    const { acme } = stage;
    const run = await acme.run('conformance-delay', { delayMs: 50_000 });
    expect((await acme.ended(run)).body).toMatchObject({
      status: 'failed',
      error: { code: 'cap_breached' },
    });
    const breach = (await acme.events(run)).find(({ type }) => type === 'cap.breached');
    expect(breach?.['payload']).toMatchObject({ kind: 'run-duration', limit: 300 });
  });

  test('does not count the time in which a person thinks', async () => {
    let now = Date.now();
    await using stage = await openStage({ clock: () => now });
    const { acme } = stage;
    const run = await acme.run('conformance-approval');
    await acme.until(run, 'waiting-approval');
    now += 48 * 60 * 60 * 1000;
    await acme.post(`/v1/runs/${run}/interrupts/gate`, { resumeValue: { action: 'accept' } });
    expect((await acme.ended(run)).body['status']).toBe('completed');
  });

  test('on executions holds, and a caller may lower it', async () => {
    await using stage = await openStage();
    const { acme } = stage;
    const created = await acme.post('/v1/runs', {
      workflowId: 'conformance-multi-node',
      configurable: { recursionLimit: 2 },
    });
    const run = readText(created.body['runId']) ?? '';
    expect((await acme.ended(run)).body).toMatchObject({
      status: 'failed',
      error: { code: 'cap_breached' },
    });
    const breach = (await acme.events(run)).find(({ type }) => type === 'cap.breached');
    expect(breach?.['payload']).toMatchObject({ kind: 'node-executions', limit: 2, observed: 2 });
  });
});

describe('an idempotency key', slow, () => {
  const nonce = (value: string) => ({
    workflowId: 'conformance-idempotent',
    inputs: { nonce: value },
  });

  test(
    'replays the same run, also after a restart, and refuses another body',
    { tags: ['f-wop-idempotency'] },
    async () => {
      const key = { 'idempotency-key': 'order-66' };
      await using first = await openStage();
      const one = await first.acme.post('/v1/runs', nonce('a'), key);
      expect([one.status, one.headers.get('openwop-idempotent-replay')]).toEqual([201, null]);
      const shuffled = { inputs: { nonce: 'a' }, workflowId: 'conformance-idempotent' };
      const two = await first.acme.post('/v1/runs', shuffled, key);
      expect([two.status, two.headers.get('openwop-idempotent-replay')]).toEqual([201, 'true']);
      expect(two.body).toEqual(one.body);
      const other = await first.acme.post('/v1/runs', nonce('b'), key);
      expect(other.status).toBe(409);
      expect(other.body).toMatchObject({ error: 'idempotency_key_mismatch' });
      expect(other.text).not.toContain(readText(one.body['runId']));
      const foreign = await first.zenith.post('/v1/runs', nonce('a'), key);
      expect(foreign.status).toBe(201);
      expect(foreign.body['runId']).not.toBe(one.body['runId']);
      await using again = await openStage({ folder: first.folder });
      const three = await again.acme.post('/v1/runs', nonce('a'), key);
      expect(three.headers.get('openwop-idempotent-replay')).toBe('true');
      expect(three.body['runId']).toBe(one.body['runId']);
      expect((await again.acme.post('/v1/runs', nonce('c'), key)).status).toBe(409);
    },
  );

  test('makes one run of twenty requests at once', { tags: ['f-wop-idempotency'] }, async () => {
    await using stage = await openStage();
    const { acme } = stage;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        acme.post('/v1/runs', nonce('same'), { 'idempotency-key': 'rush' }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body['runId'])).size).toBe(1);
    const fresh = answers.filter(({ headers }) => !headers.has('openwop-idempotent-replay'));
    expect(fresh).toHaveLength(1);
    expect((await acme.get('/v1/runs')).body['runs']).toHaveLength(1);
  });

  test('is printable and short, or refused', async () => {
    await using stage = await openStage();
    const { acme } = stage;
    for (const key of ['a'.repeat(256), 'two words', 'umlaut-\u00fc'])
      expect((await acme.post('/v1/runs', nonce('x'), { 'idempotency-key': key })).status).toBe(
        400,
      );
  });
});

describe('a fork', slow, () => {
  async function approved(stage: Stage): Promise<string> {
    const run = await stage.acme.run('three-steps');
    await stage.acme.until(run, 'waiting-approval');
    await stage.acme.post(`/v1/runs/${run}/interrupts/gate`, { resumeValue: { action: 'accept' } });
    await stage.acme.ended(run);
    return run;
  }

  const workflow = {
    id: 'three-steps',
    nodes: [
      { id: 'first', typeId: 'core.noop' },
      { id: 'gate', typeId: 'core.approvalGate', config: { title: 'Go on?' } },
      { id: 'last', typeId: 'core.noop' },
    ],
    edges: [
      { sourceNodeId: 'first', targetNodeId: 'gate' },
      { sourceNodeId: 'gate', targetNodeId: 'last' },
    ],
  };

  test('in replay mode repeats what was recorded and asks nobody', async () => {
    await using stage = await openStage({ workflows: [workflow] });
    const { acme } = stage;
    const run = await approved(stage);
    const forked = await acme.post(`/v1/runs/${run}:fork`, { fromSeq: 0, mode: 'replay' });
    expect(forked.status).toBe(201);
    expect(forked.body).toMatchObject({ sourceRunId: run, mode: 'replay' });
    const copy = readText(forked.body['runId']) ?? '';
    expect(copy).not.toBe(run);
    expect((await acme.ended(copy)).body).toMatchObject({
      status: 'completed',
      forkedFrom: { runId: run },
    });
    const second = await acme.post(`/v1/runs/${run}:fork`, { fromSeq: 0, mode: 'replay' });
    const twin = readText(second.body['runId']) ?? '';
    await acme.ended(twin);
    const shapeOf = async (id: string) =>
      (await acme.events(id)).map(({ type, nodeId, payload }) => ({ type, nodeId, payload }));
    expect(await shapeOf(twin)).toEqual(await shapeOf(copy));
    const told = await typesOf(acme, copy);
    expect(told).toContain('approval.received');
    expect(told.filter((type) => type === 'run.completed')).toHaveLength(1);
  });

  test('in branch mode does again what comes after the point', async () => {
    await using stage = await openStage({ workflows: [workflow] });
    const { acme } = stage;
    const run = await approved(stage);
    const events = await acme.events(run);
    const after = events.findIndex(
      ({ type, nodeId }) => type === 'node.completed' && nodeId === 'first',
    );
    const forked = await acme.post(`/v1/runs/${run}:fork`, {
      fromSeq: after + 1,
      mode: 'branch',
      runOptionsOverlay: { tags: ['again'] },
    });
    const branch = readText(forked.body['runId']) ?? '';
    const waiting = await acme.until(branch, 'waiting-approval');
    expect(waiting.body).toMatchObject({ tags: ['again'], currentNodeId: 'gate' });
    const rejected = await acme.post(`/v1/runs/${branch}/interrupts/gate`, {
      resumeValue: { action: 'reject' },
    });
    expect(rejected.status).toBe(200);
    expect((await acme.ended(branch)).body).toMatchObject({
      status: 'failed',
      error: { code: 'approval_rejected' },
    });
    expect((await acme.get(`/v1/runs/${run}`)).body['status']).toBe('completed');
  });

  test('is refused where there is nothing to fork, or nothing to fork from', async () => {
    await using stage = await openStage();
    const { acme, zenith } = stage;
    const run = await acme.run('conformance-noop');
    await acme.ended(run);
    const fork = (body: unknown, id = run) => acme.post(`/v1/runs/${id}:fork`, body);
    expect((await fork({ fromSeq: -1, mode: 'branch' })).status).toBe(400);
    expect((await fork({ fromSeq: 0, mode: 'sideways' })).status).toBe(400);
    expect((await fork({ fromSeq: 9999, mode: 'branch' })).status).toBe(422);
    expect(
      (await fork({ fromSeq: 0, mode: 'replay', runOptionsOverlay: { tags: ['x'] } })).status,
    ).toBe(400);
    expect((await fork({ fromSeq: 0 }, 'run_missing')).status).toBe(404);
    expect((await zenith.post(`/v1/runs/${run}:fork`, { fromSeq: 0 })).status).toBe(404);
    expect((await acme.post(`/v1/runs/${run}`, { fromSeq: 0 })).status).toBe(404);
  });
});

describe('workflows', slow, () => {
  const own = {
    id: 'greet',
    variables: [{ name: 'who', type: 'string', required: true }],
    nodes: [
      {
        id: 'echo',
        typeId: 'core.identity',
        inputs: {
          who: { type: 'variable', variableName: 'who' },
          greeting: { type: 'value', value: 'hello' },
        },
      },
    ],
  };

  test('of a tenant are registered by it, run by it alone, and there after a restart', async () => {
    await using first = await openStage();
    expect((await first.acme.post('/v1/host/percept/workflows', own)).status).toBe(201);
    const run = await first.acme.ended(await first.acme.run('greet', { who: 'Ann' }));
    expect(run.body['variables']).toMatchObject({ who: 'Ann', greeting: 'hello' });
    expect(
      (await first.zenith.post('/v1/runs', { workflowId: 'greet', inputs: { who: 'Z' } })).status,
    ).toBe(404);
    await using again = await openStage({ folder: first.folder });
    await again.acme.ended(await again.acme.run('greet', { who: 'Ann' }));
    const listed = await again.zenith.get('/v1/host/percept/workflows');
    expect(listed.text).not.toContain('greet');
  });

  test('that cannot work are refused with a sentence about why', async () => {
    await using stage = await openStage();
    const node = { id: 'n', typeId: 'core.noop' };
    const cases: readonly unknown[] = [
      { id: 'bad id!', nodes: [node] },
      { id: 'none', nodes: [] },
      { id: 'twins', nodes: [node, node] },
      { id: 'unknown', nodes: [{ id: 'n', typeId: 'core.launchMissiles' }] },
      { id: 'edge', nodes: [node], edges: [{ sourceNodeId: 'n', targetNodeId: 'gone' }] },
      { id: 'circle', nodes: [node], edges: [{ sourceNodeId: 'n', targetNodeId: 'n' }] },
      {
        id: 'input',
        nodes: [{ ...node, inputs: { a: { type: 'variable', variableName: 'no' } } }],
      },
      { id: 'gate', nodes: [{ id: 'g', typeId: 'core.clarificationGate', config: {} }] },
      { id: 'many', nodes: Array.from({ length: 101 }, (_, at) => ({ ...node, id: `n${at}` })) },
    ];
    for (const definition of cases) {
      const answer = await stage.acme.post('/v1/host/percept/workflows', definition);
      expect([answer.status, answer.body['error']]).toEqual([400, 'validation_error']);
      expect(isRecord(answer.body)).toBe(true);
    }
    const taken = await stage.acme.post('/v1/host/percept/workflows', {
      id: 'conformance-noop',
      nodes: [node],
    });
    expect(taken.status).toBe(409);
  });

  test('of the operator that are wrong stop the start', async () => {
    await expect(
      openStage({ workflows: [{ id: 'x', nodes: [{ id: 'n', typeId: 'no' }] }] }),
    ).rejects.toThrow(/no known kind/);
  });
});
