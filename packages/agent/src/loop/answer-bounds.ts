// Where an answer ends that would not end by itself: so many characters and so many calls, and then the words that say so.
import { answerLimits } from '@percept/core/internal';
import type { TextStreamPart, ToolSet } from 'ai';

export class AnswerBounds {
  readonly #stop = new AbortController();
  #chars = 0;
  #calls = 0;

  /** Aborted when enough has come: nobody listens any more. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get isCut(): boolean {
    return this.#stop.signal.aborted;
  }

  /** False for the part that is too much, and for all that follow it. */
  admit(part: TextStreamPart<ToolSet>): boolean {
    this.#chars += charsIn(part);
    if (this.#chars > answerLimits.maxAnswerChars) this.#stop.abort();
    return !this.isCut;
  }

  admitCall(): boolean {
    this.#calls += 1;
    return this.#calls <= answerLimits.maxCallsPerAnswer;
  }

  *words(): Iterable<string> {
    const { maxAnswerChars, maxCallsPerAnswer } = answerLimits;
    const leftOut = this.#calls - maxCallsPerAnswer;
    if (this.isCut)
      yield `[The answer was stopped here: one answer may have ${maxAnswerChars} characters.]`;
    if (leftOut > 0)
      yield `[${leftOut} more calls were left out: one answer may make ${maxCallsPerAnswer}.]`;
  }
}

function charsIn(part: TextStreamPart<ToolSet>): number {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return part.text.length;
    case 'tool-input-delta':
      return part.delta.length;
    default:
      return 0;
  }
}
