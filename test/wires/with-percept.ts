// The wrapper under test. It is loaded late, so that what must fail without it can be shown without it.

import type { Wrap } from './view-run.ts';

export async function loadPercept(): Promise<Wrap> {
  const { withPercept } = await import('../../packages/core/src/ai-sdk/index.ts');
  return (model) => withPercept(model);
}
