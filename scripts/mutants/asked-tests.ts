// The tests that are asked about one change after the other. A change may make them run for ever: a process of theirs is ended by the
// time that it has worked, and not by the clock, because other work on the machine must not decide what a test noticed.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { isRecord } from '@percept/core/internal';

/** More than any test file works that is asked. */
const maxSeconds = 60;

export class AskedTests implements Disposable {
  /** A copy of the checkout. */
  readonly #root: string;
  #runner: ChildProcess | undefined;
  readonly #passing = new Map<string, boolean>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The first of the test files that fails now that this source has changed. */
  async firstToFail(changed: string, tests: readonly string[]): Promise<string | undefined> {
    if (tests.length === 0) return undefined;
    // A runner that has worked long enough is ended too: only what ends a second one was the change.
    const answer = (await this.#ask(changed, tests)) ?? (await this.#ask(changed, tests));
    return answer === undefined ? tests[0] : answer.failed;
  }

  /** Whether a test file passes while nothing is changed: what fails anyhow, and again, tells nothing of a change. */
  async passes(test: string): Promise<boolean> {
    const once = async (): Promise<boolean> => (await this.firstToFail(test, [test])) === undefined;
    const isPassing = this.#passing.get(test) ?? ((await once()) || (await once()));
    this.#passing.set(test, isPassing);
    return isPassing;
  }

  [Symbol.dispose](): void {
    // With the test that is running, if one is.
    const { pid } = this.#runner ?? {};
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }

  async #ask(
    changed: string,
    tests: readonly string[],
  ): Promise<{ readonly failed: string | undefined } | undefined> {
    const runner = (this.#runner ??= this.#start());
    const { promise, resolve } = Promise.withResolvers<unknown>();
    runner.once('message', resolve).once('exit', resolve);
    runner.send({ changed: join(this.#root, changed), tests });
    const said = await promise;
    runner.off('message', resolve).off('exit', resolve);
    if (!isRecord(said)) {
      this.#runner = undefined;
      return undefined;
    }
    return { failed: typeof said['failed'] === 'string' ? said['failed'] : undefined };
  }

  #start(): ChildProcess {
    const limited = ['-c', `ulimit -t ${maxSeconds}; exec "$@"`, 'sh'];
    return spawn('sh', [...limited, process.execPath, 'scripts/mutants/runner.ts'], {
      cwd: this.#root,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, PERCEPT_MUTANT: '1' },
    });
  }
}
