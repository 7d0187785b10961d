// Which project files this user trusts: by path, owner and content, in a file of the user's own (0600 in 0700). A file that
// changed is not trusted any more, and a store that others may write to says nothing.
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { accept, refuse, type Outcome } from '@percept/core';
import { inside, parseJson, readList } from '@percept/core/internal';
import { finite, isShape, text } from '@percept/core/internal/options';
import { userConfigFolder, type FoundFile, type Surroundings } from './find-config.ts';
import { ownUid, readOwnFile } from './own-file.ts';
import { trustLimits } from '../limits.ts';

export interface TrustedFile {
  readonly path: string;
  readonly uid: number;
  readonly sha256: string;
  /** When it was trusted. */
  readonly at: string;
}

export type Standing = 'trusted' | 'changed' | 'unknown';

/** What a file is recognised by. */
export type Trustable = Pick<FoundFile, 'path' | 'uid' | 'sha256'>;

export class TrustStore {
  /** Undefined where this user has no place for settings: then nothing is trusted. */
  readonly path: string | undefined;

  constructor(place: Omit<Surroundings, 'cwd'>) {
    const folder = userConfigFolder(place);
    this.path = folder === undefined ? undefined : join(folder, 'trust.json');
  }

  async standingOf({ path, uid, sha256 }: Trustable): Promise<Standing> {
    const known = (await this.list()).find((file) => file.path === path);
    if (!known) return 'unknown';
    return known.uid === uid && known.sha256 === sha256 ? 'trusted' : 'changed';
  }

  async trust({ path, uid, sha256 }: Trustable): Promise<Outcome<undefined>> {
    const others = (await this.list()).filter((file) => file.path !== path);
    const entry: TrustedFile = { path, uid, sha256, at: new Date().toISOString() };
    return this.#write([...others, entry].slice(-trustLimits.maxFiles));
  }

  /** Forgets every trusted file in this folder; how many those were. */
  async forget(folder: string): Promise<Outcome<number>> {
    const files = await this.list();
    const kept = files.filter(({ path }) => dirname(path) !== folder && path !== folder);
    if (kept.length === files.length) return accept(0);
    const written = await this.#write(kept);
    return written.ok ? accept(files.length - kept.length) : written;
  }

  async list(): Promise<readonly TrustedFile[]> {
    if (this.path === undefined || !(await this.#isOwnFolder())) return [];
    const read = await readOwnFile(this.path, {
      maxBytes: trustLimits.maxBytes,
      allowRoot: false,
      followLinks: false,
    });
    if (read.kind !== 'read' || (read.file.mode & 0o022) !== 0) return [];
    return parse(new TextDecoder().decode(read.file.bytes));
  }

  /** Whoever may write to the folder may replace what is in it. */
  async #isOwnFolder(): Promise<boolean> {
    if (this.path === undefined || ownUid() === undefined) return this.path !== undefined;
    try {
      const { uid, mode } = await lstat(dirname(this.path));
      return uid === ownUid() && (mode & 0o022) === 0;
    } catch {
      return false;
    }
  }

  async #write(files: readonly TrustedFile[]): Promise<Outcome<undefined>> {
    if (this.path === undefined) return unkept('This user has no home folder to keep trust in.');
    const folder = dirname(this.path);
    const draft = join(folder, `.trust-${randomBytes(8).toString('hex')}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await tighten(folder);
      if (!(await this.#isOwnFolder())) return unkept('Others may write to the folder of trust.');
      const text = `${JSON.stringify({ version: 1, files }, null, 2)}\n`;
      await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
      await rename(draft, this.path);
      return accept(undefined);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      return unkept(`It cannot be written: ${error instanceof Error ? error.message : 'unknown'}.`);
    }
  }
}

/** Our folder may be older than this rule, and made with a wider mask. */
async function tighten(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (uid === ownUid() && (mode & 0o022) !== 0) await chmod(folder, mode & 0o755);
}

function unkept(message: string): Outcome<never> {
  return refuse({
    refused: 'unavailable',
    message,
    hint: 'Check the folder of your settings, or trust for one run with --trust.',
  });
}

const isTrusted = isShape<TrustedFile>({ path: text, uid: finite, sha256: text, at: text });

function parse(content: string): readonly TrustedFile[] {
  const value = parseJson(content);
  return inside(value, 'version') === 1 ? readList(inside(value, 'files')).filter(isTrusted) : [];
}
