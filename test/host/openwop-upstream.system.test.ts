// Every answer that any client of the OpenWOP tests gets is validated where it arrives, which is why they all run again here. One
// tour makes sure that every schema and every event type that this host writes was really asked for.
import { describe, expect, test } from 'vitest';
import { isRecord, readText } from '@percept/core/internal';
import { text, toolCall } from 'percept/conformance';
import { unless } from '../needs.ts';
import { openStage } from './openwop-stage.ts';
import { checked, noUpstream, validate } from './openwop-schemas.ts';
import './openwop-bundle.test.ts';
import './openwop-calls.test.ts';
import './openwop-claim.test.ts';
import './openwop-discovery.test.ts';
import './openwop-envelopes.test.ts';
import './openwop-events.test.ts';
import './openwop-interrupts.test.ts';
import './openwop-media.test.ts';
import './openwop-runs.test.ts';
import './openwop-tenants.test.ts';
import './openwop-uploads.test.ts';

describe('against the upstream schemas', { timeout: 240_000 }, () => {
  test(
    'every route and every event holds',
    { tags: ['f-wop-upstream-schemas'], ...unless(noUpstream) },
    async () => {
      const answers = [toolCall('read', { ref: 'nothing.txt' }), text('Done.')];
      let at = 0;
      await using stage = await openStage({
        catalogue: 'both',
        script: () => answers[at++] ?? text('Done.'),
      });
      const { acme, nobody } = stage;
      await nobody.get('/.well-known/openwop');
      const started = await Promise.all(
        [
          'conformance-noop',
          'conformance-failure',
          'conformance-media-emit',
          'conformance-model-capability-insufficient',
          'conformance-approval',
          'conformance-clarification',
          'conformance-cancellable',
        ].map((workflow) => acme.run(workflow)),
      );
      const [, , media = '', , approval = '', clarification = '', cancellable = ''] = started;
      await acme.until(approval, 'waiting-approval');
      await acme.until(clarification, 'waiting-input');
      await acme.post(`/v1/runs/${approval}/interrupts/gate`, {
        resumeValue: { action: 'accept' },
      });
      await acme.post(`/v1/runs/${clarification}/interrupts/ask`, {
        resumeValue: { answers: { q1: 'blue' } },
      });
      await acme.post(`/v1/runs/${cancellable}/cancel`);
      await acme.post('/v1/host/percept/workflows', {
        id: 'substituted',
        nodes: [
          {
            id: 'ask',
            typeId: 'percept.ask',
            config: { prompt: 'Read it.' },
            requiredModelCapabilities: ['vision-input'],
            fallbackModel: { provider: 'openai-compatible', model: 'seeing' },
          },
        ],
      });
      const asked = await acme.run('substituted');
      for (const run of [...started, asked]) {
        await acme.ended(run);
        await acme.get(`/v1/runs/${run}/events`);
        await acme.get(`/v1/runs/${run}/events/poll`);
        await acme.get(`/v1/runs/${run}/debug-bundle`);
        await acme.stream(`/v1/runs/${run}/events?streamMode=debug`);
        await acme.stream(`/v1/runs/${run}/events?streamMode=values`);
      }
      await acme.post(`/v1/runs/${media}:fork`, { fromSeq: 0, mode: 'replay' });
      await acme.get('/v1/runs');
      await acme.get('/v1/runs/missing');
      for (const name of [
        'capabilities',
        'run-snapshot',
        'run-event',
        'error-envelope',
        'debug-bundle',
        'ai-envelope',
        'envelopes/media.image',
        'envelopes/media.audio',
        'run.started',
        'run.completed',
        'run.failed',
        'run.cancelled',
        'node.started',
        'node.completed',
        'node.failed',
        'node.suspended',
        'node.resumed',
        'node.cancelled',
        'approval.requested',
        'approval.received',
        'clarification.requested',
        'clarification.resolved',
        'output.chunk',
        'provider.usage',
        'agent.toolCalled',
        'agent.toolReturned',
        'model.capability.substituted',
        'model.capability.insufficient',
      ])
        expect([name, (checked().get(name) ?? 0) > 0]).toEqual([name, true]);
      expect(stage.bugs).toEqual([]);
    },
  );

  test('options that we take are options that upstream takes', unless(noUpstream), async () => {
    const options = {
      configurable: { recursionLimit: 3, model: 'seeing', temperature: 0.5, maxTokens: 10 },
      tags: ['one'],
      metadata: { any: 'thing' },
    };
    validate('run-options', options);
    await using stage = await openStage();
    const created = await stage.acme.post('/v1/runs', {
      workflowId: 'conformance-noop',
      ...options,
    });
    expect(created.status).toBe(201);
    const run = await stage.acme.ended(readText(created.body['runId']) ?? '');
    expect(run.body).toMatchObject(options);
    expect(isRecord(run.body['configurable'])).toBe(true);
  });
});
