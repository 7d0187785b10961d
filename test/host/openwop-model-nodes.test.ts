// Fixtures never replace production: every test that drives a fixture node runs here once more, with the same assertions, on
// workflows of the same names that are made of real model nodes and a scripted model.
import { describe } from 'vitest';
import { useNodes } from './openwop-stage.ts';

useNodes('model');

describe('on real model nodes', async () => {
  await import('./openwop-abuse.test.ts');
  await import('./openwop-bundle.test.ts');
  await import('./openwop-discovery.test.ts');
  await import('./openwop-events.test.ts');
  await import('./openwop-interrupts.test.ts');
  await import('./openwop-media.test.ts');
  await import('./openwop-runs.test.ts');
  await import('./openwop-tenants.test.ts');
});
