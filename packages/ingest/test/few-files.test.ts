// A process that may open no more files says so in words, wherever it notices.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unless } from '../../../test/needs.ts';
import { png } from './corpus/make-png.ts';

const folder = mkdtempSync(join(tmpdir(), 'percept-few-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const programs = new URL('./fixtures/', import.meta.url).pathname;
const limited = 'ulimit -n 256 && exec "$0" --no-warnings "$@"';
const missing = process.platform === 'win32' ? 'there is no ulimit here' : undefined;

function told(program: string, picture: string): readonly unknown[] {
  const args = ['-c', limited, process.execPath, join(programs, program), picture, folder];
  const lines = execFileSync('/bin/sh', args, { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

test(
  'a path, a decoder and a memory name the limit of open files',
  { tags: ['d-refusal-kinds-closed'], ...unless(missing) },
  () => {
    const picture = join(folder, 'a.png');
    writeFileSync(picture, png({ width: 4, height: 4 }));
    const [before, without] = told('few-files.ts', picture);
    expect(before).toEqual({ taken: true });
    const words = { refused: 'unavailable', hint: expect.stringContaining('ulimit -n') };
    expect(without).toEqual({
      path: { ...words, message: expect.stringContaining('(EMFILE)') },
      decoder: { ...words, message: expect.stringMatching(/EMFILE/) },
      memory: expect.stringMatching(/too many files are open.*ulimit -n/),
    });
  },
);

test(
  'a door that was never used names it too, and opens when there are files again',
  { tags: ['d-refusal-kinds-closed'], ...unless(missing) },
  () => {
    const picture = join(folder, 'b.png');
    writeFileSync(picture, png({ width: 4, height: 4 }));
    const hint = expect.stringContaining('ulimit -n');
    const refused = expect.objectContaining({ refused: 'unavailable', hint });
    expect(told('no-files.ts', picture)).toEqual([{ without: refused, later: true }]);
  },
);

test(
  'a decoder in a thread names it before a picture waits for threads that never start',
  { tags: ['d-refusal-kinds-closed'], ...unless(missing) },
  () => {
    const picture = join(folder, 'c.png');
    writeFileSync(picture, png({ width: 4, height: 4 }));
    const hint = expect.stringContaining('ulimit -n');
    expect(told('few-threads.ts', picture)).toEqual([
      expect.objectContaining({ refused: 'unavailable', hint }),
    ]);
  },
);
