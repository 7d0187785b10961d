// A picture that hides something behind its colours: eyes read what people see, and say that there is more to it.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { createEyes } from '../src/index.ts';

const eyes = createEyes({ limits: { describeTimeoutMs: 120_000 } });
afterAll(() => eyes.close());

test.each(['ghost-gamma.png', 'ghost-icc.png'])(
  '%s is blank to eyes as it is to people, and they are told',
  { tags: ['d-door-colour-facts'], timeout: 240_000 },
  async (name) => {
    const url = new URL(`../../ingest/test/fixtures/${name}`, import.meta.url);
    const described = await eyes.describe(readFileSync(url));
    if (!described.ok) throw new Error(described.refusal.message);
    expect(described.value.lines).toEqual([]);
    expect(described.value.markdown).not.toMatch(/API/);
    expect(described.value.markdown).toMatch(/something may be hidden/);
  },
);
