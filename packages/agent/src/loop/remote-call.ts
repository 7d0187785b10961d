// Tools that the provider itself ran. Their results are already part of the answer, so they are never run here: every file
// among them is handed on, the rest is told in a line. A partial picture counts only where no whole one followed.
import { printable } from '@percept/core/internal';
import type { MadeFile } from './made.ts';
import { mediaIn } from './media-in-json.ts';

interface RemoteCall {
  readonly tool: string;
  output?: unknown;
  failure?: string;
}

export interface RemoteResult {
  readonly words?: string;
  readonly file?: MadeFile;
}

export class RemoteCalls {
  readonly #calls = new Map<string, RemoteCall>();

  call(id: string, tool: string): void {
    this.#calls.set(id, { tool });
  }

  result(id: string, output: unknown, isPartial: boolean): void {
    const call = this.#calls.get(id) ?? { tool: 'a tool' };
    if (isPartial && call.output !== undefined && mediaIn(output).next().done === true) return;
    this.#calls.set(id, { ...call, output });
  }

  failed(id: string, error: unknown): void {
    const call = this.#calls.get(id) ?? { tool: 'a tool' };
    this.#calls.set(id, { ...call, failure: printable(String(error), 300) });
  }

  /** The SDK's words for something that an answer rests on. */
  source({ title, url }: { readonly title?: string | undefined; readonly url?: string }): string {
    return `[source: ${printable([title, url].filter((word) => word !== undefined).join(' '), 500)}]`;
  }

  *results(): Iterable<RemoteResult> {
    for (const { tool, output, failure } of this.#calls.values()) {
      const name = printable(tool, 100);
      if (failure !== undefined) {
        yield { words: `[${name} failed at the provider: ${failure}]` };
        continue;
      }
      let isShown = false;
      for (const found of mediaIn(output)) {
        isShown = true;
        if (found.kind !== 'elsewhere') yield { file: found.file };
        else
          yield {
            words: `[${name} made a file that stays at the provider: ${printable(found.name, 200)}]`,
          };
      }
      if (!isShown) yield { words: `[${name} was run by the provider]` };
    }
  }
}
