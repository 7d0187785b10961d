// What a draft may become: commands that begin as it does, or paths that begin as its mention. Found while somebody types
// on, so what was found for another draft counts no more.
import { commandNames, needsArgument } from './command.ts';
import type { ChatHost } from './conversation.ts';
import { draftOf, textOf, type Draft } from './editor.ts';
import { completeMention, mentionAt } from './mention.ts';

export interface Completion {
  readonly draft: Draft;
  /** A file that is named by it now. */
  readonly path?: string;
  /** A command that wants nothing more. */
  readonly isCommand: boolean;
}

export class Suggestions {
  readonly #complete: ChatHost['complete'];
  /** The newest, and the one that the list was found for. */
  #wanted: Draft | undefined;
  #draft: Draft | undefined;
  #list: readonly string[] = [];
  #chosen = 0;

  constructor(complete: ChatHost['complete']) {
    this.#complete = complete;
  }

  get list(): readonly string[] {
    return this.#list;
  }

  get chosen(): number {
    return this.#chosen;
  }

  /** False when somebody typed on meanwhile. */
  async update(draft: Draft): Promise<boolean> {
    this.#wanted = draft;
    const found = await this.#find(draft);
    if (draft !== this.#wanted) return false;
    this.#draft = draft;
    this.#list = found;
    this.#chosen = 0;
    return true;
  }

  step(step: -1 | 1): void {
    const { length } = this.#list;
    this.#chosen = (this.#chosen + step + length) % length;
  }

  close(): void {
    this.#list = [];
  }

  /** The draft with the chosen one in it. */
  accept(draft: Draft): Completion | undefined {
    const chosen = this.#list[this.#chosen];
    if (chosen === undefined || draft !== this.#draft) return undefined;
    const mention = mentionAt(draft);
    if (!mention) return { draft: draftOf(`${chosen} `), isCommand: !needsArgument(chosen) };
    const completed = completeMention(draft, mention, chosen);
    const path = chosen.endsWith('/') ? {} : { path: chosen };
    return { draft: completed, isCommand: false, ...path };
  }

  /** Whether Enter means the one that is chosen, because what is written is only its beginning. */
  isBeginning(draft: Draft): boolean {
    const chosen = this.#list[this.#chosen];
    if (chosen === undefined || draft !== this.#draft) return false;
    const mention = mentionAt(draft);
    return (
      !mention || (mention.path !== '' && !mention.path.endsWith('/') && mention.path !== chosen)
    );
  }

  async #find(draft: Draft): Promise<readonly string[]> {
    const text = textOf(draft);
    if (/^\/[a-z]*$/.test(text))
      return commandNames.filter((name) => name.startsWith(text) && name !== text);
    const mention = mentionAt(draft);
    return mention ? this.#complete(mention.path) : [];
  }
}
