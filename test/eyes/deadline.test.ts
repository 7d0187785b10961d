// A deadline costs what was not done yet, and nothing else. How fast this machine looks is not known, so deadlines grow until
// one of them falls into the middle of the work.
import { createEyes } from '@percept/eyes';
import { expect, it } from 'vitest';
import { lines } from './pictures.ts';

it(
  'a timeout returns what is done and says so',
  { tags: ['f-eyes-timeout-partial'], timeout: 240_000 },
  async () => {
    const words = Array.from({ length: 60 }, (_, index) => `line ${index} of a long and busy page`);
    const page = await lines(words, { paper: '#103c50', ink: '#f0e6d2' });
    const kinds: string[] = [];
    let cut:
      | { readonly markdown: string; readonly palette: readonly { hex: string }[] }
      | undefined;
    for (let timeoutMs = 50; timeoutMs < 60_000 && !cut; timeoutMs *= 1.5) {
      await using eyes = createEyes({ limits: { describeTimeoutMs: Math.round(timeoutMs) } });
      const seen = await eyes.describe(page);
      kinds.push(seen.ok ? (seen.value.complete ? 'whole' : 'part') : seen.refusal.refused);
      if (seen.ok && !seen.value.complete) cut = seen.value;
    }
    // Before there is anything to tell a deadline is a refusal; after that it is a part.
    expect(kinds.at(-1)).toBe('part');
    expect(new Set(kinds.slice(0, -1))).toEqual(new Set(['timed-out']));
    expect(cut?.markdown).toContain('the time or memory for looking ran out');
    expect(cut?.palette[0]?.hex).toBe('#103c50');
  },
);
