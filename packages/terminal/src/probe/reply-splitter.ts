// Input as it comes, in pieces cut anywhere: replies are taken out, keys and pastes go on byte for byte and in order.
import { matchReply, type Reply } from './reply.ts';

export interface Split {
  readonly keys: Uint8Array;
  readonly replies: readonly Reply[];
}

const escape = '\u001b';
const pasteBegins = '\u001b[200~';
const pasteEnds = '\u001b[201~';

export class ReplySplitter {
  /** Not yet decided; one character is one byte. */
  #held = '';
  #pasting = false;

  /** Whether something waits for its other half. */
  get isHolding(): boolean {
    return this.#held !== '';
  }

  feed(bytes: Uint8Array): Split {
    let rest = this.#held + Buffer.from(bytes).toString('latin1');
    this.#held = '';
    let keys = '';
    const replies: Reply[] = [];
    while (rest !== '') {
      const taken = this.#pasting ? this.#paste(rest) : this.#next(rest);
      if (taken.reply) replies.push(taken.reply);
      keys += taken.keys;
      rest = rest.slice(taken.length);
      if (taken.length === 0) {
        this.#held = rest;
        break;
      }
    }
    return { keys: Buffer.from(keys, 'latin1'), replies };
  }

  /** Nothing followed: what was held was a key. Inside a paste it stays, for the paste is not over. */
  release(): Uint8Array {
    const keys = Buffer.from(this.#held, 'latin1');
    this.#held = '';
    return keys;
  }

  #next(rest: string): Taken {
    const at = rest.indexOf(escape);
    if (at !== 0) {
      const keys = at === -1 ? rest : rest.slice(0, at);
      return { keys, length: keys.length };
    }
    if (rest.startsWith(pasteBegins)) {
      this.#pasting = true;
      return { keys: pasteBegins, length: pasteBegins.length };
    }
    const match = matchReply(rest);
    switch (match.kind) {
      case 'reply':
        return { keys: '', length: match.length, reply: match.reply };
      case 'partial':
        return hold;
      case 'key':
        return pasteBegins.startsWith(rest) ? hold : { keys: escape, length: 1 };
    }
  }

  /** Inside a paste nothing is a reply, whatever it looks like. */
  #paste(rest: string): Taken {
    const end = rest.indexOf(pasteEnds);
    if (end !== -1) {
      this.#pasting = false;
      const length = end + pasteEnds.length;
      return { keys: rest.slice(0, length), length };
    }
    let kept = Math.min(rest.length, pasteEnds.length - 1);
    while (kept > 0 && !pasteEnds.startsWith(rest.slice(rest.length - kept))) kept--;
    const keys = rest.slice(0, rest.length - kept);
    return { keys, length: keys.length };
  }
}

interface Taken {
  readonly keys: string;
  readonly length: number;
  readonly reply?: Reply;
}

const hold: Taken = { keys: '', length: 0 };
