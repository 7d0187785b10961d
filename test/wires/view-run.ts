// One agent run through a real provider package: the model calls view, the tool answers with an image, the model speaks.

import { generateText, isStepCount, streamText, tool, type ToolSet } from 'ai';
import { z } from 'zod';
import { startCaptureServer, type CapturedRequest, type Script } from 'percept/conformance';
import type { Model, ModelCase } from './models.ts';

export type Wrap = (model: Model) => Model;

export interface ViewRun {
  readonly model: ModelCase;
  readonly script: Script;
  /** What the tool gives to the model for a path, in whatever spelling. */
  readonly output: (path: string) => unknown;
  readonly wrap?: Wrap;
  readonly mode?: 'generate' | 'stream';
}

export interface Ran {
  readonly requests: readonly CapturedRequest[];
  /** What the model said last, or how the run ended. */
  readonly said: string;
  readonly threw: boolean;
}

export async function runView({
  model,
  script,
  output,
  wrap,
  mode = 'generate',
}: ViewRun): Promise<Ran> {
  await using server = await startCaptureServer({ script });
  const made = model.make(server.baseUrl(model.wire));
  const tools: ToolSet = {
    view: tool({
      description: 'Shows an image.',
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => `image at ${path}`,
      // Older spellings are on purpose not in the type.
      toModelOutput: ({ input }) => output(input.path) as { type: 'text'; value: string },
    }),
  };
  const options = {
    model: wrap ? wrap(made) : made,
    tools,
    prompt: 'What colours does it have?',
    stopWhen: isStepCount(8),
    maxRetries: 0,
  };
  try {
    const said = mode === 'generate' ? await generate(options) : await stream(options);
    return { requests: server.requests, said, threw: false };
  } catch (error) {
    return { requests: server.requests, said: String(error), threw: true };
  }
}

type Options = Parameters<typeof generateText>[0];

async function generate(options: Options): Promise<string> {
  const { text } = await generateText(options);
  return text;
}

/** A stream reports its errors in the stream. */
async function stream(options: Options): Promise<string> {
  let failed: unknown;
  const result = streamText({
    ...options,
    onError: ({ error }) => {
      failed = error;
    },
  });
  let said = '';
  for await (const piece of result.textStream) said += piece;
  if (failed instanceof Error) throw failed;
  if (failed !== undefined) throw new Error(JSON.stringify(failed));
  return said;
}
