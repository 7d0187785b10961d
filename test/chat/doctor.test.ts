// `percept doctor` on a machine that is well, on one that lacks things, and on one that is broken.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRecord } from '@percept/core/internal';
import { ownHome } from '../home.ts';
import { ChatProcess, command } from './chat-process.ts';

const timeout = 240_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Check {
  readonly part: string;
  readonly status: string;
  readonly message: string;
  readonly fix?: string;
}

function doctor(env: NodeJS.ProcessEnv = {}): {
  readonly code: number | null;
  readonly checks: readonly Check[];
  readonly text: string;
} {
  const base = {
    ...ownHome(folder),
    PERCEPT_DATA: join(folder, 'data'),
    PERCEPT_DISCOVERY: '0',
  };
  const { status, stdout } = spawnSync(process.execPath, [command, 'doctor', '--json'], {
    cwd: folder,
    env: { ...base, ...env },
    encoding: 'utf8',
  });
  const value: unknown = JSON.parse(stdout);
  if (!isRecord(value) || !Array.isArray(value['checks'])) throw new Error(stdout);
  return { code: status, checks: value['checks'], text: stdout };
}

function of(checks: readonly Check[], part: string): readonly Check[] {
  return checks.filter((check) => check.part === part);
}

describe('percept doctor', { timeout }, () => {
  test(
    'looks at every part, and a machine with nothing configured is not broken',
    { tags: ['d-cli-doctor'] },
    () => {
      const { code, checks } = doctor();
      expect(code).toBe(0);
      const parts = ['terminal', 'clipboard', 'models', 'store', 'eyes', 'renderers', 'sandbox'];
      for (const part of [...parts, 'pictures']) expect(of(checks, part)).not.toHaveLength(0);
      expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
      for (const check of checks.filter(({ status }) => status === 'warn'))
        expect(check.fix).toMatch(/\w/);
      expect(of(checks, 'models').at(-1)).toMatchObject({
        status: 'warn',
        fix: expect.stringContaining('PERCEPT_MODEL'),
      });
      expect(of(checks, 'store')).toMatchObject([
        { status: 'ok', message: expect.stringContaining('not there yet') },
      ]);
    },
  );

  test(
    'counts keys and never shows one; says who answers and who looks',
    { tags: ['d-cli-doctor'] },
    () => {
      const key = 'sk-very-secret-0123456789';
      const config = {
        main: 'blind',
        vision: 'eyes',
        models: {
          blind: { provider: 'openai', model: 'o3-mini', capabilities: [] },
          eyes: { provider: 'anthropic', model: 'claude-opus-4-8' },
        },
      };
      writeFileSync(join(folder, 'percept.config.json'), JSON.stringify(config));
      const { code, checks, text } = doctor({
        OPENAI_API_KEY: key,
        ANTHROPIC_API_KEY: key,
        PERCEPT_IMAGE_MODEL: 'openai/gpt-image-1',
        PERCEPT_TRUST: '1',
      });
      expect(code).toBe(0);
      expect(text).not.toContain(key);
      expect(of(checks, 'models')[0]?.message).toMatch(/percept\.config\.json.*2 with a key/);
      expect(of(checks, 'routes')[0]).toMatchObject({
        status: 'warn',
        fix: expect.stringContaining('PERCEPT_CONSENT=api.anthropic.com'),
      });
      expect(of(checks, 'making').map(({ message }) => message)).toEqual([
        'gpt-image-1 at api.openai.com draws, and each time you are asked',
        'nobody speaks: PERCEPT_SPEECH_MODEL is not set',
      ]);
    },
  );

  test('says what is broken, how to mend it, and exits 1', { tags: ['d-cli-doctor'] }, () => {
    writeFileSync(join(folder, 'percept.config.json'), '{ "main": 42 }');
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'percept.db'), 'this is no database');
    const { code, checks } = doctor({ PERCEPT_TRUST: '1' });
    expect(code).toBe(1);
    const broken = checks.filter(({ status }) => status === 'fail');
    expect(broken.map(({ part }) => part)).toEqual(['models', 'store']);
    for (const { fix } of broken) expect(fix).toMatch(/\w/);
  });

  test('says when this user may not write', { tags: ['d-cli-doctor'] }, (context) => {
    if (process.getuid?.() === 0) context.skip('root may write everywhere');
    chmodSync(folder, 0o500);
    expect(of(doctor().checks, 'store')).toMatchObject([{ status: 'fail' }]);
    chmodSync(folder, 0o700);
  });

  test('says when PERCEPT_GRAPHICS means nothing', { tags: ['d-cli-doctor'] }, () => {
    const { code, checks } = doctor({ PERCEPT_GRAPHICS: 'holograms' });
    expect(code).toBe(1);
    expect(of(checks, 'terminal')).toMatchObject([
      {
        status: 'fail',
        message: expect.stringContaining('"holograms"'),
        fix: expect.stringContaining('sixel'),
      },
    ]);
  });

  test('names the missing clipboard tool and its package', { tags: ['d-cli-doctor'] }, () => {
    const [check] = of(doctor({ PATH: '/nowhere', DISPLAY: ':99' }).checks, 'clipboard');
    expect(check).toMatchObject({ status: 'warn', fix: expect.stringContaining('xclip') });
  });

  test(
    'is broken into lines of a narrow screen, each fix below what it mends',
    { tags: ['d-cli-doctor'] },
    async () => {
      const env = {
        ...ownHome(folder),
        PERCEPT_DATA: folder,
        PERCEPT_DISCOVERY: '0',
      };
      await using it = new ChatProcess({
        cwd: folder,
        env,
        args: ['doctor'],
        shell: true,
        cols: 80,
      });
      const all = await it.shows(/\[ended 0\]/, 'the end');
      const report = all.slice(0, all.indexOf('[ended')).trimEnd().split('\n');
      for (const line of report) expect(line.length).toBeLessThan(80);
      for (const line of report)
        expect(line).toMatch(
          /^(?:(?:ok  |warn|FAIL)  [a-z]+ +\S| {17}\S| {17}fix: \S| {22}\S|\d+ ok, )/,
        );
      const [warns, fixes] = [/^(?:warn|FAIL)/, /^ {17}fix: /].map(
        (form) => report.filter((line) => form.test(line)).length,
      );
      expect(fixes).toBe(warns);
    },
  );

  test(
    'asks the terminal that it runs in, and leaves no reply behind',
    { tags: ['d-cli-doctor'] },
    async () => {
      const env = {
        ...ownHome(folder),
        PERCEPT_DATA: join(folder, 'data'),
        PERCEPT_DISCOVERY: '0',
      };
      await using it = new ChatProcess({
        cwd: folder,
        env,
        args: ['doctor'],
        shell: true,
        cols: 140,
      });
      const all = await it.shows(/\[over\]/, 'the end');
      expect(all).toMatch(
        /^warn {2}terminal +.*draws half blocks \(the terminal reports no pictures\)\n +fix: Use a terminal with/m,
      );
      expect(all).toContain('[ended 0]');
      expect(all).not.toMatch(/\d+;\d+c\b|\^\[/);
    },
  );
});
