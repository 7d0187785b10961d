// Gemini generateContent. Its stream is a row of the same objects.
import { usageOf, type Spoken } from '../reply.ts';
import { eventStream, pieces, type Context, type ScriptedProvider } from '../scripted-provider.ts';

export const scriptedGemini: ScriptedProvider = {
  whole: (reply, context) => answer(reply, context, parts(reply), true),
  stream: (reply, context) => {
    const said =
      reply.kind === 'text'
        ? [...pieces(reply.text).map((text) => [{ text }]), ...filesOf(reply).map((file) => [file])]
        : [parts(reply)];
    return eventStream(
      said.map((part, index) => answer(reply, context, part, index === said.length - 1)),
    );
  },
  error: (status, message) => ({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
};

function answer(
  reply: Spoken,
  { model, name }: Context,
  said: readonly object[],
  last: boolean,
): object {
  const { inputTokens, outputTokens, cachedTokens } = usageOf(reply);
  return {
    responseId: name('resp'),
    modelVersion: model,
    candidates: [
      { index: 0, content: { role: 'model', parts: said }, ...(last && { finishReason: 'STOP' }) },
    ],
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: outputTokens,
      totalTokenCount: inputTokens + outputTokens,
      cachedContentTokenCount: cachedTokens,
    },
  };
}

/** Gemini 3 refuses a replayed call without the signature that came with it. */
const thoughtSignature = 'c2lnbmF0dXJl';

function parts(reply: Spoken): readonly object[] {
  if (reply.kind === 'text') return [{ text: reply.text }, ...filesOf(reply)];
  return reply.calls.map(({ tool, input }) => ({
    functionCall: { name: tool, args: input },
    thoughtSignature,
  }));
}

function filesOf({ files = [] }: Extract<Spoken, { kind: 'text' }>): readonly object[] {
  return files.map(({ mime, base64 }) => ({
    inlineData: { mimeType: mime, data: base64 },
    thoughtSignature,
  }));
}
