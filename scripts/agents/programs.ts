// Programs as people write them with an SDK: one tool that gives a picture back in the way that the SDK offers, one question, and the
// SDK's own loop. They stand here as text, because what they import is installed in the folder of the agents and not here.
import type { Driver } from './drivers.ts';

/** What every program begins with: `look` reads a file, `base` and `question` come from outside. */
const head = `
import { readFileSync } from 'node:fs';
const [base, model, question] = process.argv.slice(2);
const apiKey = 'sk-percept-agents-0123456789';
const about = 'Looks at a picture or a document.';
/** The bytes as base64 with the type that the name says; a drawing is its source. */
function look(path) {
  const bytes = readFileSync(path);
  if (path.endsWith('.svg')) return { text: bytes.toString('utf8') };
  const mime = path.endsWith('.pdf') ? 'application/pdf' : 'image/png';
  const data = bytes.toString('base64');
  return { mime, data, url: 'data:' + mime + ';base64,' + data, isImage: mime === 'image/png' };
}
`;

const langchain = `
import { HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
const llm = process.env.WIRE === 'anthropic'
  ? new (await import('@langchain/anthropic')).ChatAnthropic({ model, apiKey, anthropicApiUrl: base.replace(/\\/v1$/, ''), maxRetries: 0, maxTokens: 1000 })
  : new (await import('@langchain/openai')).ChatOpenAI({ model, apiKey, configuration: { baseURL: base }, maxRetries: 0, useResponsesApi: process.env.WIRE === 'responses' });
const view = tool(
  ({ path }) => {
    const { text, url, mime, data, isImage } = look(path);
    if (text !== undefined) return text;
    return isImage ? [{ type: 'image_url', image_url: { url } }] : [{ type: 'file', source_type: 'base64', mime_type: mime, data }];
  },
  { name: 'view', description: about, schema: z.object({ path: z.string() }) },
);
const bound = llm.bindTools([view]);
const messages = [new HumanMessage(question)];
for (let step = 0; step < 4; step += 1) {
  const answer = await bound.invoke(messages);
  messages.push(answer);
  if (!answer.tool_calls?.length) break;
  for (const call of answer.tool_calls) messages.push(await view.invoke(call));
}
`;

const llamaindex = `
import { agent } from '@llamaindex/workflow';
import { tool } from 'llamaindex';
import { OpenAI } from '@llamaindex/openai';
import { z } from 'zod';
const llm = new OpenAI({ model, apiKey, baseURL: base, maxRetries: 0 });
const view = tool({
  name: 'view', description: about, parameters: z.object({ path: z.string() }),
  execute: ({ path }) => {
    const { text, url } = look(path);
    return text ?? [{ type: 'image_url', image_url: { url } }];
  },
});
await agent({ llm, tools: [view], timeout: 60 }).run(question);
`;

const openaiAgents = `
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, run, setTracingDisabled, tool } from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';
setTracingDisabled(true);
const client = new OpenAI({ apiKey, baseURL: base, maxRetries: 0 });
const view = tool({
  name: 'view', description: about, parameters: z.object({ path: z.string() }),
  execute: ({ path }) => {
    const { text, url, isImage } = look(path);
    if (text !== undefined) return text;
    return isImage ? { type: 'image', image: url } : { type: 'file', file: { url, filename: 'shot.pdf' } };
  },
});
const Model = process.env.WIRE === 'responses' ? OpenAIResponsesModel : OpenAIChatCompletionsModel;
await run(new Agent({ name: 'viewer', tools: [view], model: new Model(client, model) }), question);
`;

const mastra = `
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
const view = createTool({
  id: 'view', description: about, inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }) => look(path),
  toModelOutput: ({ text, mime, data, isImage }) =>
    text !== undefined
      ? { type: 'text', value: text }
      : { type: 'content', value: [{ type: isImage ? 'image-data' : 'file-data', mediaType: mime, data }] },
});
const agent = new Agent({ id: 'viewer', name: 'viewer', instructions: 'Look.', model: { id: 'custom/' + model, url: base, apiKey }, tools: { view } });
await agent.generate(question, { maxSteps: 4 });
`;

const claudeAgent = `
import { query } from '@anthropic-ai/claude-agent-sdk';
const options = { model, allowedTools: ['Read'], permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true };
for await (const message of query({ prompt: question, options })) if (message.type === 'result') break;
`;

const packages = [
  '@langchain/core@1.2.13',
  '@langchain/openai@1.6.0',
  '@langchain/anthropic@1.5.11',
  'llamaindex@0.12.1',
  '@llamaindex/openai@0.4.22',
  '@llamaindex/workflow@1.1.24',
  '@openai/agents@0.20.0',
  '@mastra/core@1.71.0',
  '@anthropic-ai/claude-agent-sdk@0.3.325',
  'zod@4.6.7',
] as const;

export interface Program {
  readonly name: string;
  readonly version: string;
  readonly wire: Driver['wire'];
  readonly model: string;
  readonly source: string;
}

function program(
  name: string,
  from: (typeof packages)[number],
  source: string,
  wire: Program['wire'],
  model: string,
): Program {
  return { name, version: from.split('@').at(-1) ?? '', wire, model, source: head + source };
}

export const programPackages: readonly string[] = packages;

export const programs: readonly Program[] = [
  program('LangChain, chat', '@langchain/openai@1.6.0', langchain, 'chat', 'gpt-4.1'),
  program('LangChain, Responses', '@langchain/openai@1.6.0', langchain, 'responses', 'gpt-5'),
  program(
    'LangChain, Anthropic',
    '@langchain/anthropic@1.5.11',
    langchain,
    'anthropic',
    'claude-sonnet-4-5',
  ),
  program('LlamaIndex', 'llamaindex@0.12.1', llamaindex, 'chat', 'gpt-4.1'),
  program('OpenAI Agents, chat', '@openai/agents@0.20.0', openaiAgents, 'chat', 'gpt-4.1'),
  program('OpenAI Agents, Responses', '@openai/agents@0.20.0', openaiAgents, 'responses', 'gpt-5'),
  program('Mastra', '@mastra/core@1.71.0', mastra, 'chat', 'gpt-4.1'),
  program(
    'Claude Agent SDK',
    '@anthropic-ai/claude-agent-sdk@0.3.325',
    claudeAgent,
    'anthropic',
    'claude-sonnet-4-5',
  ),
];
