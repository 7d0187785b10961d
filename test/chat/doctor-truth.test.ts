// `percept doctor` says what it heard, and never what it assumes; `--security` says what protects its user here.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isRecord } from '@percept/core/internal';
import { describe, expect, test } from 'vitest';
import { openClone, percept, type Clone } from '../attacks/clone.ts';

interface Check {
  readonly part: string;
  readonly status: string;
  readonly message: string;
  readonly fix?: string;
}

async function doctor(
  clone: Clone,
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<readonly Check[]> {
  const { stdout } = await percept(clone, ['doctor', '--json', ...args], { env });
  const value: unknown = JSON.parse(stdout);
  if (!isRecord(value) || !Array.isArray(value['checks'])) throw new Error(stdout);
  return value['checks'];
}

async function serve(answer: (response: ServerResponse, key: string | undefined) => void) {
  const server = createServer((request, response) =>
    answer(response, request.headers.authorization),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { origin: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

describe('percept doctor', { timeout: 240_000 }, () => {
  const list = JSON.stringify({ data: [{ id: 'seeing-1' }] });
  const cases = [
    ['a server that lists the model', 200, list, 'seeing-1', 'ok', /is served by/],
    ['a server that lists others', 200, list, 'gone-1', 'warn', /not on its list/],
    ['a server that refuses the key', 401, '{}', 'seeing-1', 'fail', /refuses the key/],
    ['a server without a list', 404, '', 'seeing-1', 'ok', /answers and lists no models/],
  ] as const;
  for (const [what, status, body, model, verdict, message] of cases)
    test(`says of ${what} what it heard`, { tags: ['d-doctor-truth'] }, async () => {
      await using clone = await openClone();
      await using server = await serve((response) => response.writeHead(status).end(body));
      const env = {
        OPENAI_BASE_URL: server.origin,
        OPENAI_API_KEY: 'sk-doctor-secret',
        PERCEPT_MODEL: model,
      };
      const checks = await doctor(clone, env);
      const said = checks.find((check) => check.part === 'models' && message.test(check.message));
      expect(said?.status).toBe(verdict);
      expect(JSON.stringify(checks)).not.toContain('sk-doctor-secret');
    });

  test('says of a closed port that nothing listens', { tags: ['d-doctor-truth'] }, async () => {
    await using clone = await openClone();
    const server = await serve(() => {});
    await server.close();
    const env = { OPENAI_BASE_URL: server.origin, PERCEPT_MODEL: 'openai/gpt-5.4' };
    const checks = await doctor(clone, env);
    expect(checks).toContainEqual(
      expect.objectContaining({
        status: 'fail',
        message: expect.stringMatching(/^nothing listens at 127\.0\.0\.1/),
      }),
    );
    expect(JSON.stringify(checks)).not.toContain('answers, and sees');
  });

  test('promises no ears where none are installed', { tags: ['d-doctor-truth'] }, async () => {
    await using clone = await openClone();
    await using server = await serve((response) => response.writeHead(200).end(list));
    const checks = await doctor(clone, {
      OPENAI_BASE_URL: server.origin,
      PERCEPT_MODEL: 'seeing-1',
      PERCEPT_STRICT_ROUTING: 'false',
    });
    const missing = checks.some(({ message }) => message.includes('is not installed, so sounds'));
    const route = checks.find(
      ({ part, message }) => part === 'routes' && message.startsWith('sounds'),
    );
    expect(route?.status).toBe(missing ? 'warn' : 'ok');
  });
});

describe('percept doctor --security', { timeout: 240_000 }, () => {
  test(
    'names sandbox, trust, modes and keys, and shows no key',
    { tags: ['d-doctor-security'] },
    async () => {
      await using clone = await openClone();
      await clone.write(join(clone.root, 'percept.config.json'), { consent: ['*'] });
      const data = join(clone.top, 'data');
      await mkdir(data);
      await chmod(data, 0o755);
      await writeFile(join(data, 'percept.db'), '', { mode: 0o644 });
      const own = await clone.write(
        join(clone.home, '.config', 'percept', 'percept.config.json'),
        {},
      );
      await chmod(own, 0o666);
      const env = { OPENAI_API_KEY: 'sk-security-secret', PERCEPT_MODEL: 'openai/gpt-5.4' };
      const checks = await doctor(clone, env, '--security');
      for (const part of ['sandbox', 'user', 'trust', 'modes', 'keys'])
        expect(checks.map((check) => check.part)).toContain(part);
      const of = (part: string) => checks.filter((check) => check.part === part);
      expect(of('trust').at(-1)).toMatchObject({
        status: 'warn',
        fix: expect.stringContaining('percept trust'),
      });
      expect(of('modes').map(({ status }) => status)).toEqual(['warn', 'warn', 'fail']);
      for (const { fix } of of('modes')) expect(fix).toMatch(/^chmod [67]\d\d /);
      expect(of('keys')[0]?.message).toContain('OPENAI_API_KEY');
      expect(of('keys')[0]?.message).toContain('api.openai.com');
      expect(JSON.stringify(checks)).not.toContain('sk-security-secret');
      const edits = checks.find(({ part }) => part === 'edits');
      expect(edits?.status).toBe(process.platform === 'linux' ? 'ok' : 'warn');
      expect(checks.find(({ part }) => part === 'servers')?.message).toContain('runs as you');
    },
  );
});
