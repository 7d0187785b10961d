// What is known of changes that were tried before. What a test noticed stays noticed while that test and the file that was changed are as
// they were; what nothing noticed is tried again as soon as any source or test of the area is another one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@percept/core/internal';
import { hashOf } from './reach.ts';

interface Verdict {
  readonly by: string | null;
  readonly at: string;
}

export class Verdicts {
  readonly #tested: string;
  readonly #path: string;
  /** Of every source and test of the area. */
  readonly #digest: string;
  readonly #known = new Map<string, Verdict>();

  /** `tested`: the copy of the checkout that is changed and asked. */
  constructor(root: string, tested: string, area: string, digest: string) {
    this.#tested = tested;
    this.#digest = digest;
    this.#path = join(root, 'node_modules/.cache/percept', `verdicts-${area}.json`);
    if (!existsSync(this.#path)) return;
    const kept: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
    for (const [change, value] of Object.entries(isRecord(kept) ? kept : {}))
      if (isRecord(value))
        this.#known.set(change, {
          by: typeof value['by'] === 'string' ? value['by'] : null,
          at: String(value['at']),
        });
  }

  /** The test that noticed; undefined where none did, or where that is not known. */
  of(change: string, file: string): string | undefined {
    const verdict = this.#known.get(change);
    if (!verdict?.by || verdict.at !== this.#at(file, verdict.by)) return undefined;
    return verdict.by;
  }

  /** Nothing noticed it, at exactly these sources and tests. */
  isSurvivor(change: string): boolean {
    const verdict = this.#known.get(change);
    return verdict?.by === null && verdict.at === this.#digest;
  }

  keep(change: string, file: string, by: string | undefined): void {
    const at = by === undefined ? this.#digest : this.#at(file, by);
    this.#known.set(change, { by: by ?? null, at });
    writeFileSync(this.#path, JSON.stringify(Object.fromEntries(this.#known)));
  }

  #at(file: string, test: string): string {
    const texts = [file, test].map((path) => join(this.#tested, path));
    return hashOf(
      texts.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')).join('\0'),
    );
  }
}
