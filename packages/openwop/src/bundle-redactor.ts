// What leaves in a debug bundle holds no secret, no live capability and no bytes: secrets by their name or their look,
// handles by their spelling, base64 by its length.
import type { Json, JsonObject } from '@percept/core';
import { encodedLetters, goesOnWith, isRecord, replacePieces } from '@percept/core/internal';
import { secretRedactor } from '@percept/core/internal/envelope';

const mask = '[REDACTED]';

const secretName =
  /pass(?:word|phrase|wd)?$|secret|token|api[-_]?key|authorization|credential|private[-_]?key|cookie|session[-_]?id|bearer|signature|access[-_]?key/i;
const longBase64 = /[A-Za-z0-9+/_-]{256}/g;

export class BundleRedactor {
  readonly #redactText: (text: string) => string;
  #applied = false;

  /** `withoutHandles`: the asset host's own knowledge of what a capability looks like. */
  constructor(withoutHandles: (text: string) => string) {
    const withoutSecrets = secretRedactor();
    this.#redactText = (text) =>
      replacePieces(
        withoutSecrets(withoutHandles(text)),
        longBase64,
        goesOnWith(encodedLetters),
        (run) => `[${run.length} characters of base64]`,
      );
  }

  get applied(): boolean {
    return this.#applied;
  }

  redact(value: Json, name = ''): Json {
    if (name !== '' && secretName.test(name) && isScalarSecret(value)) {
      this.#applied = true;
      return mask;
    }
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item: Json) => this.redact(item, name));
    return isRecord(value) ? this.object(value) : value;
  }

  object(value: Readonly<Record<string, Json>>): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.#text(key), this.redact(item, key)]),
    );
  }

  #text(text: string): string {
    const cleared = this.#redactText(text);
    if (cleared !== text) this.#applied = true;
    return cleared;
  }
}

/** A count of tokens is a figure, and `null` hides nothing. */
function isScalarSecret(value: Json): boolean {
  return typeof value === 'string' && value !== '';
}
