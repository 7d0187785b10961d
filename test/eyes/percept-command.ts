// The command as a child process: its exit code and the one object that it prints.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@percept/core/internal';

const entry = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));

export function percept(
  args: readonly string[],
  home: string,
): Promise<{ code: number; json: Readonly<Record<string, unknown>> }> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [entry, ...args, '--json'],
      { cwd: home, env: { ...process.env, HOME: home }, maxBuffer: 1e8 },
      (error, out) => {
        const value: unknown = JSON.parse(out);
        if (!isRecord(value)) reject(new Error(out));
        else
          resolve({ code: error && typeof error.code === 'number' ? error.code : 0, json: value });
      },
    );
  });
}
