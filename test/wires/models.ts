// The fifteen model objects of the matrix: every provider package in its real version, pointed at a capture server.

import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createAnthropic as createAnthropicV3 } from '@ai-sdk/anthropic-v3';
import { createGoogle } from '@ai-sdk/google';
import { createGoogleGenerativeAI as createGoogleV3 } from '@ai-sdk/google-v3';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createOpenAICompatible as createOpenAICompatibleV2 } from '@ai-sdk/openai-compatible-v2';
import { createOpenAI as createOpenAIV3 } from '@ai-sdk/openai-v3';
import { createXai } from '@ai-sdk/xai';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import type { JudgedWire } from '@percept/core/internal/testing';
import type { LanguageModel } from 'ai';

export type Model = Exclude<LanguageModel, string>;

export interface ModelCase {
  readonly name: string;
  readonly wire: JudgedWire;
  readonly make: (baseURL: string) => Model;
}

const apiKey = 'test-key';

export const models: readonly ModelCase[] = [
  {
    name: 'openai-compatible 3',
    wire: 'chat-completions',
    make: (baseURL) => createOpenAICompatible({ name: 'oc', baseURL, apiKey })('gpt-4o'),
  },
  {
    name: 'openai-compatible 3 with supportsMultiPartToolContent',
    wire: 'chat-completions',
    make: (baseURL) =>
      createOpenAICompatible({ name: 'oc', baseURL, apiKey, supportsMultiPartToolContent: true })(
        'gpt-4o',
      ),
  },
  {
    name: 'openai 4 chat',
    wire: 'chat-completions',
    make: (baseURL) => createOpenAI({ baseURL, apiKey }).chat('gpt-4o'),
  },
  {
    name: 'openai 4 responses',
    wire: 'responses',
    make: (baseURL) => createOpenAI({ baseURL, apiKey }).responses('gpt-5.4'),
  },
  {
    name: 'anthropic 4',
    wire: 'anthropic-messages',
    make: (baseURL) => createAnthropic({ baseURL, apiKey })('claude-opus-4-8'),
  },
  {
    name: 'google 4 gemini-3',
    wire: 'gemini',
    make: (baseURL) => createGoogle({ baseURL, apiKey })('gemini-3-pro-preview'),
  },
  {
    name: 'google 4 gemini-2.5',
    wire: 'gemini',
    make: (baseURL) => createGoogle({ baseURL, apiKey })('gemini-2.5-flash'),
  },
  {
    name: 'amazon-bedrock 5',
    wire: 'bedrock-converse',
    make: (baseURL) =>
      createAmazonBedrock({ region: 'us-east-1', apiKey, baseURL })(
        'anthropic.claude-opus-4-8-v1:0',
      ),
  },
  {
    name: 'mistral 4',
    wire: 'mistral-chat',
    make: (baseURL) => createMistral({ baseURL, apiKey })('mistral-large-latest'),
  },
  {
    name: 'xai 5',
    wire: 'responses',
    make: (baseURL) => createXai({ baseURL, apiKey })('grok-4'),
  },
  {
    name: 'openrouter 3',
    wire: 'chat-completions',
    make: (baseURL) => createOpenRouter({ baseURL, apiKey })('openai/gpt-4o'),
  },
  {
    name: 'openai-compatible 2 (spec v3)',
    wire: 'chat-completions',
    make: (baseURL) => createOpenAICompatibleV2({ name: 'oc', baseURL, apiKey })('gpt-4o'),
  },
  {
    name: 'openai 3 responses (spec v3)',
    wire: 'responses',
    make: (baseURL) => createOpenAIV3({ baseURL, apiKey }).responses('gpt-5.4'),
  },
  {
    name: 'anthropic 3 (spec v3)',
    wire: 'anthropic-messages',
    make: (baseURL) => createAnthropicV3({ baseURL, apiKey })('claude-opus-4-8'),
  },
  {
    name: 'google 3 gemini-3 (spec v3)',
    wire: 'gemini',
    make: (baseURL) => createGoogleV3({ baseURL, apiKey })('gemini-3-pro-preview'),
  },
];
