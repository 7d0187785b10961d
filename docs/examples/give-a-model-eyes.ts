// An agent with durable eyes in three calls; the model is scripted, so that it runs without a key. It looks at a picture that
// was attached, views a file on its own, and another process would go on from here.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs } from 'ai';
import { openPercept } from 'percept';
import { startCaptureServer, text, toolCall } from 'percept/conformance';

const folder = await mkdtemp(join(tmpdir(), 'percept-example-'));
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#0a0"/></svg>';
await writeFile(join(folder, 'plan.svg'), svg);
const replies = [toolCall('view', { ref: 'plan.svg' }), text('A green field, twice.')];
const server = await startCaptureServer({ script: () => replies.shift() ?? text('') });
const model = createOpenAI({ baseURL: server.baseUrl('responses'), apiKey: 'unused' })('gpt-5');

await using percept = await openPercept({ directory: join(folder, '.percept'), roots: [folder] });
const chat = await percept.session('first');
await chat.say('What is on the plan?', { attach: ['plan.svg'] });
const { images, estimatedImageTokens } = await chat.forecast(model);
console.log(`About to send ${images} picture, about ${estimatedImageTokens} tokens.`);

const result = await generateText({
  model: chat.model(model),
  messages: chat.messages(),
  tools: chat.tools(),
  stopWhen: stepCountIs(5),
});
await chat.append(...result.responseMessages);
console.log(
  result.text,
  `(${chat.messages().length} messages, ${server.requests.length} requests)`,
);
await server.close();
