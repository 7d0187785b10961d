// Cookies that were taken back before they ended, as marks of the memory: a restart brings none of them back, and what was
// told to one server counts at every other that shares the memory after its next look.
import type { Marks } from '@percept/store';

const lookEveryMs = 1000;

export class SignedOut {
  readonly #marks: Marks;
  readonly #timer: NodeJS.Timeout | undefined;
  #ended: ReadonlySet<string> = new Set();
  /** Taken back here, and in no list yet: a look that began before it must not bring the cookie back. */
  readonly #unlisted = new Set<string>();

  private constructor(marks: Marks, isShared: boolean) {
    this.#marks = marks;
    if (isShared) this.#timer = setInterval(() => void this.#look(), lookEveryMs).unref();
  }

  /** Rejects where the memory cannot say what was taken back: nobody is let in by mistake. */
  static async open(marks: Marks, { isShared }: { isShared: boolean }): Promise<SignedOut> {
    const signedOut = new SignedOut(marks, isShared);
    if (await signedOut.#look()) return signedOut;
    signedOut.close();
    throw new Error('The memory does not say who signed out.');
  }

  has(nonce: string): boolean {
    return this.#ended.has(nonce) || this.#unlisted.has(nonce);
  }

  /** Resolves when it is durable; whoever was told that it failed, and tries again, does not find it done. */
  async add(nonce: string, expiresAt: number): Promise<void> {
    const kept = await this.#marks.set('sign-out', nonce, expiresAt);
    if (!kept.ok) throw new Error(kept.refusal.message);
    this.#unlisted.add(nonce);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<boolean> {
    const listed = await this.#marks.list('sign-out').catch(() => undefined);
    if (listed?.ok !== true) return false;
    this.#ended = new Set(listed.value.map(({ id }) => id));
    for (const nonce of this.#ended) this.#unlisted.delete(nonce);
    return true;
  }
}
