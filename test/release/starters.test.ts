// The programs that a stranger begins with stay short, and `percept create` makes a folder of one or says why not.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { create } from '../../packages/percept/src/commands/create.ts';
import { UsageError, type Answer } from '../../packages/percept/src/cli/command.ts';
import { parseCall } from '../../packages/percept/src/cli/flags.ts';
import { readFields } from '../../scripts/pack/fields.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const templates = join(root, 'packages/percept/templates');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-starters-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.for([
  [join(templates, 'agent/agent.ts'), 10],
  [join(templates, 'uploads/server.ts'), 25],
  [join(templates, 'page/index.html'), 10],
  [join(root, 'docs/examples/teach-a-format.ts'), 15],
] as const)('%s has at most %i lines of code', { tags: ['d-starters'] }, async ([file, most]) => {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const code = lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
  expect(code.length).toBeLessThanOrEqual(most);
});

test('a starter takes other packages in the versions that are tried here', () => {
  for (const [name, from] of [
    ['agent', '.'],
    ['page', 'packages/web'],
  ] as const) {
    const ours = readFields(join(root, from, 'package.json'))['devDependencies'];
    const { dependencies, devDependencies } = readFields(join(templates, name, 'package.json'));
    const others = Object.entries({ ...Object(dependencies), ...Object(devDependencies) });
    const foreign = others.filter(([each]) => !/^(?:@percept\/|percept$)/.test(each));
    expect(foreign.length).toBeGreaterThan(0);
    expect(ours).toMatchObject(Object.fromEntries(foreign));
  }
});

describe('percept create', { tags: ['d-starters'] }, () => {
  function call(...argv: readonly string[]): Promise<Answer> {
    const { args, flags } = parseCall(argv, create.options);
    const environment = {
      variables: {},
      platform: process.platform,
      workingDirectory: folder,
      homeDirectory: folder,
      stdin: process.stdin,
    };
    const { signal } = new AbortController();
    return create.run({ args, flags, environment, signal, progress: () => {} });
  }

  test.for(['agent', 'uploads', 'page'])('makes a folder of %s', async (template) => {
    const answer = await call(`my-${template}`, '--template', template);
    expect(answer).toMatchObject({ kind: 'said', json: { template } });
    const { name, dependencies } = readFields(join(folder, `my-${template}`, 'package.json'));
    expect(name).toBe(`my-${template}`);
    const { version } = readFields(join(root, 'packages/percept/package.json'));
    expect(Object.values(Object(dependencies))).toContain(version);
    expect(await readFile(join(folder, `my-${template}`, '.gitignore'), 'utf8')).toContain(
      '.percept/',
    );
  });

  test('writes over nothing', async () => {
    await call('mine');
    await writeFile(join(folder, 'mine/agent.ts'), 'mine');
    expect(await call('mine')).toMatchObject({
      kind: 'refused',
      refusal: { refused: 'forbidden', message: expect.stringContaining('is not empty') },
    });
    expect(await readFile(join(folder, 'mine/agent.ts'), 'utf8')).toBe('mine');
    expect(await call('mine/agent.ts')).toMatchObject({
      kind: 'refused',
      refusal: { message: expect.stringContaining('is a file') },
    });
  });

  test.for([
    [[], 'Name one folder'],
    [['a', 'b'], 'Name one folder'],
    [['My App'], 'cannot be the name of a package'],
    [['.hidden'], 'cannot be the name of a package'],
    [['a', '--template', 'blog'], 'Name one template: agent, uploads, page'],
  ] as const)('is told what is wrong with %j', async ([argv, words]) => {
    const asked = call(...argv);
    await expect(asked).rejects.toThrow(UsageError);
    await expect(asked).rejects.toThrow(words);
  });
});
