// A request that would have billed a screenshot as text, healed for the wire it goes to.
import { readFile } from 'node:fs/promises';
import { resolveProfile } from '@percept/core';
import { lowerRequest } from '@percept/core/lens';

const [path = 'docs/pictures/sample.png'] = process.argv.slice(2);
const data = (await readFile(path)).toString('base64');

const body = {
  model: 'gpt-5',
  messages: [
    { role: 'user', content: 'What is on the picture?' },
    {
      role: 'assistant',
      tool_calls: [
        {
          id: 'c1',
          type: 'function',
          function: { name: 'view', arguments: '{"ref":"sample.png"}' },
        },
      ],
    },
    // Chat Completions has no image slot here: this is what agents really send.
    {
      role: 'tool',
      tool_call_id: 'c1',
      content: JSON.stringify([{ type: 'media', mediaType: 'image/png', data }]),
    },
  ],
};

const profile = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
const { body: healed, report } = await lowerRequest({ wire: 'chat-completions', body, profile });

console.log(JSON.stringify(healed, undefined, 2).replaceAll(/[A-Za-z0-9+/]{80,}/g, '…'));
console.log(
  `${report.slots.length} picture, about ${report.estimatedImageTokens} tokens (estimate)`,
);
