// What one turn may have made on purpose. A model that draws without end spends somebody's money.
import { madeLimits } from '@percept/core/internal';
import type { Refusal } from '@percept/core';

export class MakingBudget {
  #drawings = 0;
  #spokenChars = 0;

  beginTurn(): void {
    this.#drawings = 0;
    this.#spokenChars = 0;
  }

  /** Undefined when there is room; then it is taken. */
  draw(): Refusal | undefined {
    const { maxDrawingsPerTurn: max } = madeLimits;
    if (this.#drawings >= max)
      return spent('maxDrawingsPerTurn', `${max} pictures`, max, this.#drawings + 1);
    this.#drawings += 1;
    return undefined;
  }

  say(chars: number): Refusal | undefined {
    const { maxSpokenCharsPerTurn: max } = madeLimits;
    const actual = this.#spokenChars + chars;
    if (actual > max)
      return spent('maxSpokenCharsPerTurn', `${max} spoken characters`, max, actual);
    this.#spokenChars = actual;
    return undefined;
  }
}

function spent(name: string, what: string, max: number, actual: number): Refusal {
  return {
    refused: 'too-many',
    message: `One turn may make at most ${what}.`,
    hint: 'Say what was made so far, and go on in the next turn.',
    limit: { name, max, actual },
  };
}
