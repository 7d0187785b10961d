// A tool is a plain function with a schema: it takes whatever a model sent, and answers with a value or a refusal that the
// model reads. It never throws for what it was asked.
import { refuse, type JsonObject, type Outcome, type Refused } from '@percept/core';

/** What a tool may touch. `render` can be withheld: then only pictures that have pixels already are seen. */
export type ToolCapability = 'read' | 'render' | 'write';

export interface Tool<Value> {
  readonly name: string;
  readonly description: string;
  readonly capabilities: readonly ToolCapability[];
  /** JSON Schema of the input, for the model. The input is parsed all the same. */
  readonly inputSchema: JsonObject;
  run(input: unknown, options?: ToolOptions): Promise<Outcome<Value>>;
}

export interface ToolOptions {
  readonly signal?: AbortSignal | undefined;
  /** Which call this is, for whoever asks a person about it. */
  readonly callId?: string | undefined;
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** What was asked cannot be done; `hint` says how to ask. */
export function misused(tool: string, hint: string): Refused {
  return refuse({ refused: 'invalid-input', message: `${tool} cannot do what was asked.`, hint });
}
