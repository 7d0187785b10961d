// Requests of agents whose tool read a file and brought back no pixels, on every wire.
import type { LensWire } from '@percept/core/lens';

export interface BlindCall {
  readonly id: string;
  readonly tool?: string;
  readonly input: object;
  readonly said: string;
  /** Of the provider's own spelling, inside the result. */
  readonly blocks?: readonly object[];
}

export const wires = [
  'chat-completions',
  'responses',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
] as const satisfies readonly LensWire[];

export const routes: Readonly<Record<LensWire, string>> = {
  'chat-completions': '/v1/chat/completions',
  responses: '/v1/responses',
  'anthropic-messages': '/v1/messages',
  gemini: '/v1beta/models/gemini-2.5-flash:generateContent',
  'bedrock-converse': '/model/anthropic.claude-sonnet-4-5-v1:0/converse',
};

const models: Readonly<Record<LensWire, string>> = {
  'chat-completions': 'gpt-4.1',
  responses: 'gpt-5',
  'anthropic-messages': 'claude-sonnet-4-5',
  gemini: '',
  'bedrock-converse': '',
};

/** One round of calls and results; further rounds follow behind words of the model. */
export function blindBody(wire: LensWire, ...rounds: readonly (readonly BlindCall[])[]): object {
  const model = models[wire] === '' ? {} : { model: models[wire] };
  const turns = rounds.flatMap((calls) => [...turn(wire, calls), ...answer(wire)]);
  const all = [...ask(wire), ...turns.slice(0, -1)];
  if (wire === 'gemini') return { contents: all };
  return wire === 'responses' ? { ...model, input: all } : { ...model, messages: all };
}

function ask(wire: LensWire): readonly object[] {
  const text = 'Which colours are in the picture?';
  if (wire === 'gemini') return [{ role: 'user', parts: [{ text }] }];
  return [{ role: 'user', content: wire === 'bedrock-converse' ? [{ text }] : text }];
}

function answer(wire: LensWire): readonly object[] {
  if (wire === 'gemini') return [{ role: 'model', parts: [{ text: 'I see.' }] }];
  return [
    { role: 'assistant', content: wire === 'bedrock-converse' ? [{ text: 'I see.' }] : 'I see.' },
  ];
}

function turn(wire: LensWire, calls: readonly BlindCall[]): readonly object[] {
  const name = ({ tool = 'read_file' }: BlindCall) => tool;
  switch (wire) {
    case 'chat-completions':
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: name(call), arguments: JSON.stringify(call.input) },
          })),
        },
        ...calls.map(({ id, said, blocks }) => ({
          role: 'tool',
          tool_call_id: id,
          content: blocks ? [{ type: 'text', text: said }, ...blocks] : said,
        })),
      ];
    case 'responses':
      return [
        ...calls.map((call) => ({
          type: 'function_call',
          call_id: call.id,
          name: name(call),
          arguments: JSON.stringify(call.input),
        })),
        ...calls.map(({ id, said, blocks }) => ({
          type: 'function_call_output',
          call_id: id,
          output: blocks ? [{ type: 'input_text', text: said }, ...blocks] : said,
        })),
      ];
    case 'anthropic-messages':
      return [
        {
          role: 'assistant',
          content: calls.map((call) => ({
            type: 'tool_use',
            id: call.id,
            name: name(call),
            input: call.input,
          })),
        },
        {
          role: 'user',
          content: calls.map(({ id, said, blocks = [] }) => ({
            type: 'tool_result',
            tool_use_id: id,
            content: [{ type: 'text', text: said }, ...blocks],
          })),
        },
      ];
    case 'gemini':
      return [
        {
          role: 'model',
          parts: calls.map((call) => ({ functionCall: { name: name(call), args: call.input } })),
        },
        {
          role: 'user',
          parts: calls.map((call) => ({
            functionResponse: { name: name(call), response: { output: call.said } },
          })),
        },
      ];
    case 'bedrock-converse':
      return [
        {
          role: 'assistant',
          content: calls.map((call) => ({
            toolUse: { toolUseId: call.id, name: name(call), input: call.input },
          })),
        },
        {
          role: 'user',
          content: calls.map(({ id, said, blocks = [] }) => ({
            toolResult: { toolUseId: id, content: [{ text: said }, ...blocks] },
          })),
        },
      ];
  }
}
