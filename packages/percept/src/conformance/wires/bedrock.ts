// Bedrock Converse. Its stream is AWS's binary event stream: framed, with a CRC of the head and of the whole.
import { crc32 } from 'node:zlib';
import { usageOf, type Spoken } from '../reply.ts';
import { pieces, type Context, type ScriptedProvider, stop } from '../scripted-provider.ts';

export const scriptedBedrock: ScriptedProvider = {
  whole: (reply, context) => ({
    output: { message: { role: 'assistant', content: blocks(reply, context) } },
    stopReason: stop(reply),
    usage: usage(reply),
    metrics: { latencyMs: 1 },
  }),
  stream: (reply, context) => {
    const frames = [
      frame('messageStart', { role: 'assistant' }),
      ...blocks(reply, context).flatMap(blockFrames),
      frame('messageStop', { stopReason: stop(reply) }),
      frame('metadata', { usage: usage(reply), metrics: { latencyMs: 1 } }),
    ];
    return { contentType: 'application/vnd.amazon.eventstream', body: Buffer.concat(frames) };
  },
  error: (_status, message) => ({ message, type: 'ValidationException' }),
};

type Block =
  | { readonly text: string }
  | { readonly image: { readonly format: string; readonly source: { readonly bytes: string } } }
  | {
      readonly toolUse: {
        readonly toolUseId: string;
        readonly name: string;
        readonly input: object;
      };
    };

function blocks(reply: Spoken, { name }: Context): readonly Block[] {
  if (reply.kind === 'text') {
    const drawn = (reply.files ?? []).map(({ mime, base64 }) => ({
      image: { format: mime.replace('image/', ''), source: { bytes: base64 } },
    }));
    return [{ text: reply.text }, ...drawn];
  }
  return reply.calls.map(({ tool, input, id = name('tooluse') }) => ({
    toolUse: { toolUseId: id, name: tool, input },
  }));
}

function blockFrames(block: Block, contentBlockIndex: number): readonly Buffer[] {
  const delta = (content: object) =>
    frame('contentBlockDelta', { contentBlockIndex, delta: content });
  const end = frame('contentBlockStop', { contentBlockIndex });
  if ('text' in block) return [...pieces(block.text).map((text) => delta({ text })), end];
  if ('image' in block) {
    const { format, source } = block.image;
    return [
      frame('contentBlockStart', { contentBlockIndex, start: { image: { format } } }),
      delta({ image: { source } }),
      end,
    ];
  }
  const { input, ...start } = block.toolUse;
  return [
    frame('contentBlockStart', { contentBlockIndex, start: { toolUse: start } }),
    delta({ toolUse: { input: JSON.stringify(input) } }),
    end,
  ];
}

function frame(type: string, payload: object): Buffer {
  const headers = Buffer.concat([
    header(':event-type', type),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(12 + headers.length + body.length + 4, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const checked = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([checked, checksum(checked)]);
}

function header(name: string, value: string): Buffer {
  const stringType = 7;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  const named = Buffer.concat([Buffer.from([Buffer.byteLength(name)]), Buffer.from(name)]);
  return Buffer.concat([named, Buffer.from([stringType]), length, Buffer.from(value)]);
}

function checksum(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}

function usage(reply: Spoken): object {
  const { inputTokens, outputTokens, cachedTokens } = usageOf(reply);
  return {
    inputTokens: inputTokens - cachedTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cacheReadInputTokens: cachedTokens,
    cacheWriteInputTokens: 0,
  };
}
