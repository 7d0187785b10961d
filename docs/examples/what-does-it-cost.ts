// What a picture costs, by each provider's own rule, and how large it may be. Estimates: the provider's usage is the bill.
import { estimateImageTokens, fitSize, fitTarget, resolveProfile } from '@percept/core';

const screenshot = { width: 3840, height: 2160 };

for (const [provider, model] of [
  ['anthropic.messages', 'claude-sonnet-4-5'],
  ['anthropic.messages', 'claude-opus-4-7'],
  ['openai.responses', 'gpt-5.6'],
  ['openai.chat', 'gpt-4o'],
  ['google.generative-ai', 'gemini-3-pro'],
  ['mistral.chat', 'mistral-large-latest'],
] as const) {
  const profile = resolveProfile({ provider, model });
  const shown = fitSize(screenshot, fitTarget(profile));
  const tokens = estimateImageTokens(profile.image.tokens, shown);
  console.log(
    `${model}: sent at ${shown.width}×${shown.height}, about ${tokens ?? 'an unpublished number of'} tokens`,
  );
}
