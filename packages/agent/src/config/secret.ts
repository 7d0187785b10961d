// A credential that cannot be printed by accident: every way of turning it into text says `[redacted]`. Only the code that
// puts it on a wire calls `reveal`.

const inspect = Symbol.for('nodejs.util.inspect.custom');
const redacted = '[redacted]';

export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [inspect](): string {
    return redacted;
  }
}
