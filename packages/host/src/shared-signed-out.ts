// Cookies that were taken back at any of the servers that share a memory. What this server is told counts at once; what
// another one was told counts here after the next look.
import type { Marks } from '@percept/store';

const lookEveryMs = 1000;

export class SharedSignedOut {
  readonly #marks: Marks;
  readonly #timer: NodeJS.Timeout;
  #ended: ReadonlySet<string> = new Set();

  private constructor(marks: Marks) {
    this.#marks = marks;
    this.#timer = setInterval(() => void this.#look(), lookEveryMs);
    this.#timer.unref();
  }

  /** Rejects where the memory cannot say what was taken back: nobody is let in by mistake. */
  static async open(marks: Marks): Promise<SharedSignedOut> {
    const signedOut = new SharedSignedOut(marks);
    if (await signedOut.#look()) return signedOut;
    signedOut.close();
    throw new Error('The memory does not say who signed out.');
  }

  has(nonce: string): boolean {
    return this.#ended.has(nonce);
  }

  /** Resolves when it is durable. */
  async add(nonce: string, expiresAt: number): Promise<void> {
    const kept = await this.#marks.set('sign-out', nonce, expiresAt);
    if (!kept.ok) throw new Error(kept.refusal.message);
    this.#ended = new Set([...this.#ended, nonce]);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<boolean> {
    const listed = await this.#marks.list('sign-out').catch(() => undefined);
    if (listed?.ok !== true) return false;
    this.#ended = new Set(listed.value.map(({ id }) => id));
    return true;
  }
}
