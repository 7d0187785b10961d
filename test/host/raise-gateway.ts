// One gateway and its upstream for all tests of a file.
import { afterAll, beforeEach } from 'vitest';
import {
  everything,
  startGateway,
  startUpstream,
  type Stage,
  type Upstream,
} from './gateway-stage.ts';

export async function raiseGateway(): Promise<{
  readonly upstream: Upstream;
  readonly stage: Stage;
  /** What the upstream got from the test that runs. */
  readonly arrived: () => Upstream['arrived'];
}> {
  const upstream = await startUpstream();
  const stage = await startGateway(everything(upstream));
  let before = 0;
  beforeEach(() => {
    before = upstream.arrived.length;
  });
  afterAll(async () => {
    await stage[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });
  return { upstream, stage, arrived: () => upstream.arrived.slice(before) };
}
