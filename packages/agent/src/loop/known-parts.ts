// Stream parts of a package that is newer than the SDK here. The SDK ends the whole answer at a kind that it does not know; handed
// on as `custom`, it is told in words and the answer goes on.
import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { printable } from '@percept/core/internal';

const known: Readonly<Record<LanguageModelV4StreamPart['type'], true>> = {
  'text-start': true,
  'text-delta': true,
  'text-end': true,
  'reasoning-start': true,
  'reasoning-delta': true,
  'reasoning-end': true,
  'reasoning-file': true,
  'tool-input-start': true,
  'tool-input-delta': true,
  'tool-input-end': true,
  'tool-approval-request': true,
  'tool-call': true,
  'tool-result': true,
  'stream-start': true,
  'response-metadata': true,
  custom: true,
  error: true,
  file: true,
  finish: true,
  ping: true,
  raw: true,
  source: true,
};

export const knownParts: LanguageModelV4Middleware = {
  specificationVersion: 'v4',
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    return {
      ...rest,
      stream: stream.pipeThrough(
        new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
          transform: (part, controller) => controller.enqueue(spelled(part)),
        }),
      ),
    };
  },
};

function spelled(part: LanguageModelV4StreamPart): LanguageModelV4StreamPart {
  const { type }: { readonly type: string } = part;
  if (Object.hasOwn(known, type)) return part;
  return { type: 'custom', kind: `unknown.${printable(type, 100)}` };
}
