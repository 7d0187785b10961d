// What was sent before, to be sent again. What is being written is kept while somebody looks around.
import { draftOf, type Draft } from './editor.ts';
import { maxKeptPrompts } from '../limits.ts';

export class PromptHistory {
  readonly #sent: string[] = [];
  #recalled: { readonly at: number; readonly kept: Draft } | undefined;

  add(text: string): void {
    this.#recalled = undefined;
    if (text.trim() === '' || this.#sent.at(-1) === text) return;
    this.#sent.push(text);
    if (this.#sent.length > maxKeptPrompts) this.#sent.shift();
  }

  /** Older for -1, newer for 1; undefined where there is nothing that way. */
  recall(draft: Draft, step: -1 | 1): Draft | undefined {
    const at = (this.#recalled?.at ?? this.#sent.length) + step;
    const kept = this.#recalled?.kept ?? draft;
    if (at < 0 || at > this.#sent.length) return undefined;
    const text = this.#sent[at];
    this.#recalled = text === undefined ? undefined : { at, kept };
    return text === undefined ? kept : draftOf(text);
  }
}
