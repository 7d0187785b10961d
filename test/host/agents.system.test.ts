// A part of `npm run agents` with an agent that is installed here: what the page says of it is what happens.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drivers } from '../../scripts/agents/drivers.ts';
import { isWorse } from '../../scripts/agents/page.ts';
import { runAgent, type Outcome, type Way } from '../../scripts/agents/run.ts';

const timeout = 300_000;
const packages = join(import.meta.dirname, '../..');

async function run(agent: string, way: Way, name: Outcome['case']): Promise<Outcome> {
  const driver = drivers.find((one) => one.name === agent);
  if (!driver) throw new Error(`There is no driver for ${agent}.`);
  return runAgent({ driver, way, case: name, packages, timeoutMs: 120_000 });
}

describe('an agent of the table', () => {
  for (const [agent, name] of [
    ['Qwen Code, chat', 'good'],
    ['Qwen Code, chat', 'six'],
    ['Qwen Code, splitToolMedia off', 'good'],
    ['Qwen Code, Anthropic', 'truncated'],
  ] as const)
    test(
      `${agent}, is not worse through Percept: ${name}`,
      { tags: ['d-gateway-heals'], timeout },
      async () => {
        const bare = await run(agent, 'bare', name);
        const healed = await run(agent, 'gateway', name);
        expect(isWorse(bare, healed)).toBe(false);
        expect(bare.requests).toBeGreaterThan(1);
        expect(healed.verdict).toBe(name === 'truncated' ? 'nothing' : 'sees');
      },
    );
});
