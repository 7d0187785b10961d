// Tools that the provider itself ran. Their results are already part of the answer, so they are never run here: pictures
// among them are handed on, the rest is told in a line. A partial picture counts only where no whole one followed.
import { isRecord, printable, readText } from '@percept/core/internal';
import { decodeBase64 } from '@percept/core/internal/lens';
import type { MadeFile } from './made.ts';

interface RemoteCall {
  readonly tool: string;
  output?: unknown;
  failure?: string;
}

export interface RemoteResult {
  readonly words?: string;
  readonly file?: MadeFile;
}

/** The SDK's words for something that an answer rests on. */
interface SourceFacts {
  readonly sourceType: string;
  readonly title?: string | undefined;
  readonly url?: string;
}

export class RemoteCalls {
  readonly #calls = new Map<string, RemoteCall>();

  call(id: string, tool: string): void {
    this.#calls.set(id, { tool });
  }

  result(id: string, output: unknown, isPartial: boolean): void {
    const call = this.#calls.get(id) ?? { tool: 'a tool' };
    if (isPartial && call.output !== undefined && !pictureIn(output)) return;
    this.#calls.set(id, { ...call, output });
  }

  failed(id: string, error: unknown): void {
    const call = this.#calls.get(id) ?? { tool: 'a tool' };
    this.#calls.set(id, { ...call, failure: printable(String(error), 300) });
  }

  source({ title, url }: SourceFacts): string {
    return `[source: ${printable([title, url].filter((word) => word !== undefined).join(' '), 500)}]`;
  }

  *results(): Iterable<RemoteResult> {
    for (const { tool, output, failure } of this.#calls.values()) {
      const file = pictureIn(output);
      const name = printable(tool, 100);
      if (failure !== undefined) yield { words: `[${name} failed at the provider: ${failure}]` };
      else if (file) yield { file };
      else yield { words: `[${name} was run by the provider]` };
    }
  }
}

/** `image_generation` answers with `{ result }`, base64 without a type; the door finds out what it is. */
function pictureIn(output: unknown): MadeFile | undefined {
  const text = isRecord(output) ? readText(output['result']) : undefined;
  const bytes = text === undefined ? undefined : decodeBase64(text);
  return bytes && bytes.length > 0 ? { bytes, mediaType: 'image/*' } : undefined;
}
