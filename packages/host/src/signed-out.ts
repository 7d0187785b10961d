// Cookies that were taken back before they ended, in a file beside the server's key: a restart brings none of them back.
// A line is dropped when its cookie would have ended anyway.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '@percept/store/internal/fs';

const fileName = 'signed-out';
const spelling = /^([\w-]{16}) (\d{1,15})$/;

export class SignedOut {
  readonly #directory: string;
  readonly #ended: Map<string, number>;
  readonly #clock: () => number;

  constructor(directory: string, clock: () => number) {
    this.#directory = directory;
    this.#clock = clock;
    this.#ended = read(join(directory, fileName), clock());
  }

  has(nonce: string): boolean {
    return this.#ended.has(nonce);
  }

  /** Resolves when it is durable. */
  async add(nonce: string, expiresAt: number): Promise<void> {
    if (this.#ended.has(nonce)) return;
    for (const [old, until] of this.#ended) if (until <= this.#clock()) this.#ended.delete(old);
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const file = await open(join(this.#directory, fileName), 'a', 0o600);
    try {
      // A line of its own, also behind one that a full disk or a crash cut off.
      await file.appendFile(`\n${nonce} ${expiresAt}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    syncDirectory(this.#directory);
    // Only now: whoever was told that it failed, and tries again, must not find it done.
    this.#ended.set(nonce, expiresAt);
  }
}

/**
 * A line that was cut off by a crash was never acknowledged. What is over is written away, into a new file that replaces the
 * old one whole: at no moment is a cookie that was taken back good again.
 */
function read(path: string, now: number): Map<string, number> {
  const held = textIn(path);
  const ended = new Map<string, number>();
  for (const line of held.split('\n')) {
    const [, nonce, until] = spelling.exec(line) ?? [];
    if (nonce !== undefined && Number(until) > now) ended.set(nonce, Number(until));
  }
  const kept = [...ended].map(([nonce, until]) => `${nonce} ${until}\n`).join('');
  if (kept !== held) {
    writeFileSync(`${path}.new`, kept, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return ended;
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
