// A cloned repository brings code: no command runs it before its user trusted exactly that code.
import { existsSync } from 'node:fs';
import { chmod, chown, link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TrustStore } from '@percept/agent/internal';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../packages/percept/src/cli/catalogue.ts';
import { markingCode, openClone, percept, perceptFor, type Clone } from './clone.ts';
import { attacksFrom } from './tries.ts';

const isRoot = process.getuid?.() === 0;
const foreignUid = 65_534;
const files = {
  'percept.config.mjs': 'module',
  'percept.config.ts': 'module',
  'percept.config.js': 'commonjs',
} as const;

describe('code of a cloned repository', { timeout: 240_000 }, () => {
  const once = [
    ['--version'],
    ['--help'],
    ['doctor'],
    ['doctor', '--security'],
    ['models'],
    ['sessions'],
    ['blobs'],
    ['gc'],
    ['fsck'],
    ['completion', 'bash'],
    ['trust', '--list'],
    ['view', 'a.svg'],
    ['ingest', 'a.svg'],
    ['describe', 'a.svg'],
    ['transcribe', 'a.svg'],
    ['draw', 'a house'],
    ['say', 'hello'],
    ['heal', 'a.svg'],
    ['create', 'made'],
    ['tour'],
    ['-p', 'hello'],
  ];
  /** What speaks a protocol or waits for somebody is started below; the chat is asked with -p. */
  const waiting = ['acp', 'mcp', 'serve', 'chat'];

  test('is tried with every command that there is', { tags: ['d-trust-code'] }, () => {
    const tried = new Set([...once.map(([name]) => name), ...waiting]);
    expect(catalogue.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });

  test('is run by no command', { tags: ['d-trust-code'] }, async (context) => {
    const attempt = attacksFrom(context, 'finding config-exec');
    await using clone = await openClone();
    await clone.write(
      join(clone.root, 'percept.config.mjs'),
      markingCode(clone.marker, files['percept.config.mjs']),
    );
    await clone.write(
      join(clone.deep, 'a.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    );
    const env = { OPENAI_API_KEY: 'sk-victim', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
    for (const args of once) {
      await percept(clone, args, { env });
      attempt();
      expect(existsSync(clone.marker), `with ${args.join(' ')}`).toBe(false);
    }
    const hello =
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}\n';
    const answered = (output: string): boolean => output.includes('"id":1');
    await perceptFor(clone, ['acp'], answered, { env, input: hello });
    attempt();
    const hi =
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}\n';
    const told = await perceptFor(clone, ['mcp'], answered, { env, input: hi });
    attempt();
    expect(told, 'an MCP client is told on standard error').toContain('is not trusted');
    await perceptFor(clone, ['serve', '--port', '0'], (output) => output.includes('Ctrl-C'), {
      env,
    });
    attempt();
    expect(existsSync(clone.marker)).toBe(false);
  });

  test(
    'is run from no file name, no folder of the repository and none above it',
    { tags: ['d-trust-code'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      for (const [name, dialect] of Object.entries(files)) {
        await using clone = await openClone();
        const { deep, root, home, top } = clone;
        for (const folder of [deep, join(root, 'packages'), root, join(home, 'src'), home, top]) {
          const path = await clone.write(join(folder, name), markingCode(clone.marker, dialect));
          await clone.load();
          attempt();
          expect(existsSync(clone.marker), `with ${path}`).toBe(false);
          await rm(path);
        }
      }
    },
  );

  test(
    'above the root of the repository, or above home, is not even looked at',
    { tags: ['d-trust-search'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      await using clone = await openClone();
      await clone.write(join(clone.home, 'src', 'percept.config.json'), { vision: 'local' });
      expect((await clone.load()).project).toBeUndefined();
      attempt();
      await rm(join(clone.root, '.git'), { recursive: true });
      expect((await clone.load()).project, 'without a repository it is').toBeDefined();
      await clone.write(join(clone.top, 'percept.config.json'), { vision: 'local' });
      await rm(join(clone.home, 'src', 'percept.config.json'));
      expect((await clone.load()).project, 'above home').toBeUndefined();
      attempt();
    },
  );

  test(
    'that another user left in a shared folder is not read',
    { tags: ['d-trust-search'] },
    async (context) => {
      const attempt = attacksFrom(context, 'finding owner');
      for (const mode of [0o777, 0o1777, 0o702, 0o722]) {
        await using clone = await openClone();
        const shared = join(clone.top, 'shared');
        await mkdir(join(shared, 'me'), { recursive: true });
        await chmod(shared, mode);
        const path = await clone.write(
          join(shared, 'percept.config.js'),
          markingCode(clone.marker, 'commonjs'),
        );
        for (const cwd of [shared, join(shared, 'me')]) {
          const config = await clone.load({ PERCEPT_TRUST: '1' }, cwd);
          attempt();
          expect(config.project, `with ${path} from ${cwd}`).toBeUndefined();
          expect(existsSync(clone.marker)).toBe(false);
        }
      }
    },
  );

  test(
    'and settings that belong to another user are not read, wherever they stand',
    { tags: ['d-trust-search'] },
    async (context) => {
      if (!isRoot) context.skip('only root can give a file to another user');
      const attempt = attacksFrom(context, 'finding owner');
      await using clone = await openClone();
      const owned = async (path: string): Promise<void> => {
        await clone.write(path, markingCode(clone.marker, 'module'));
        await chown(path, foreignUid, foreignUid);
        const config = await clone.load({ PERCEPT_TRUST: '1' });
        attempt();
        expect(config.project).toBeUndefined();
        expect(config.notes.join()).toContain('belongs to another user');
        expect(existsSync(clone.marker)).toBe(false);
        await rm(path);
      };
      await owned(join(clone.deep, 'percept.config.mjs'));
      await owned(join(clone.root, 'percept.config.mjs'));
      await owned(join(clone.home, '.config', 'percept', 'percept.config.mjs'));
      // A second name for a file of theirs is still theirs.
      const theirs = await clone.write(
        join(clone.top, 'theirs.mjs'),
        markingCode(clone.marker, 'module'),
      );
      await chown(theirs, foreignUid, foreignUid);
      await link(theirs, join(clone.root, 'percept.config.mjs'));
      expect((await clone.load({ PERCEPT_TRUST: '1' })).project).toBeUndefined();
      attempt();
      await chown(join(clone.root, 'packages'), foreignUid, foreignUid);
      await rm(join(clone.root, 'percept.config.mjs'));
      await clone.write(join(clone.root, 'percept.config.json'), { vision: 'local' });
      expect((await clone.load()).project, 'behind a folder of theirs').toBeUndefined();
      attempt();
      expect(existsSync(clone.marker)).toBe(false);
    },
  );

  test(
    'is not reached by a link, a pipe, a folder or a flood under that name',
    { tags: ['d-trust-search'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      await using clone = await openClone();
      const name = join(clone.root, 'percept.config.json');
      const harmless = await clone.write(join(clone.top, 'elsewhere.json'), { vision: 'local' });
      const tricks: readonly (() => Promise<unknown>)[] = [
        () => symlink(harmless, name),
        () => symlink('/dev/zero', name),
        () => symlink('/proc/self/environ', name),
        () => mkdir(name),
        () => writeFile(name, Buffer.alloc(2_000_000, '[')),
        () => writeFile(name, '['.repeat(900_000)),
        () => writeFile(name, '{"__proto__":{"main":"openai/gpt-5.4"},"constructor":1}'),
        () => writeFile(name, Buffer.from([0xff, 0xfe, 0x00, 0x7b])),
      ];
      for (const trick of tricks) {
        await trick();
        const config = await clone.load({ OPENAI_API_KEY: 'k', PERCEPT_MODEL: 'openai/gpt-5.4' });
        attempt();
        expect(config.vision).toBeUndefined();
        expect(config.models.map(({ model }) => model)).toEqual(['gpt-5.4']);
        await rm(name, { recursive: true });
      }
    },
  );
});

describe('trust', { timeout: 240_000 }, () => {
  const trusting = async (clone: Clone): Promise<TrustStore> => {
    const store = new TrustStore({ env: {}, home: clone.home });
    const { project } = await clone.load();
    if (!project) throw new Error('There is no project file.');
    expect(await store.trust(project)).toMatchObject({ ok: true });
    return store;
  };
  const code = async (clone: Clone, content: string): Promise<string> =>
    clone.write(join(clone.root, 'percept.config.mjs'), content);

  test('lets exactly that code run', { tags: ['d-trust-remembered'] }, async () => {
    await using clone = await openClone();
    await code(clone, markingCode(clone.marker, 'module'));
    await trusting(clone);
    expect(existsSync(clone.marker)).toBe(false);
    expect((await clone.load()).project?.standing).toBe('trusted');
    expect(existsSync(clone.marker)).toBe(true);
  });

  test(
    'ends with the content, the path and the owner',
    { tags: ['d-trust-remembered'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      await using clone = await openClone();
      const path = await code(clone, 'export default { vision: "local" };');
      await trusting(clone);
      const distrusted = async (what: string): Promise<void> => {
        const { project } = await clone.load();
        attempt();
        expect(project?.standing, `after ${what}`).not.toBe('trusted');
        expect(existsSync(clone.marker), `after ${what}`).toBe(false);
      };
      await code(clone, markingCode(clone.marker, 'module'));
      await distrusted('other content');
      expect((await clone.load()).notes.join()).toContain('changed since you trusted it');
      await code(clone, 'export default { vision: "local" };\n');
      await distrusted('one line break more');
      await code(clone, 'export default { vision: "local" };');
      expect((await clone.load()).project?.standing).toBe('trusted');
      await rename(path, join(clone.deep, 'percept.config.mjs'));
      await distrusted('another folder');
      await rename(join(clone.deep, 'percept.config.mjs'), join(clone.root, 'percept.config.ts'));
      await distrusted('another name');
      await rename(join(clone.root, 'percept.config.ts'), path);
      const moved = `${clone.root}-moved`;
      await rename(clone.root, moved);
      expect((await clone.load({}, moved)).project?.standing, 'another place').not.toBe('trusted');
      attempt();
      await rename(moved, clone.root);
      const store = new TrustStore({ env: {}, home: clone.home });
      expect(await store.forget(clone.root)).toEqual({ ok: true, value: 1 });
      await distrusted('forgotten');
    },
  );

  test(
    'covers no other file that the trusted one would load',
    { tags: ['d-trust-remembered'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      const helper = './helper.mjs';
      const loads = [
        `import x from '${helper}'; export default x;`,
        `export { default } from '${helper}';`,
        `import { createRequire } from 'node:module'; export default createRequire(import.meta.url)('./helper.cjs');`,
        `import x from 'evil-package'; export default x;`,
        `import x from '../clone/helper.mjs'; export default x;`,
        `import x from 'data:text/javascript,export default {}'; export default x;`,
      ];
      for (const content of loads) {
        await using clone = await openClone();
        await code(clone, content);
        await clone.write(join(clone.root, 'helper.mjs'), markingCode(clone.marker, 'module'));
        await clone.write(join(clone.root, 'helper.cjs'), markingCode(clone.marker, 'commonjs'));
        const pack = join(clone.root, 'node_modules', 'evil-package');
        await clone.write(join(pack, 'index.mjs'), markingCode(clone.marker, 'module'));
        await clone.write(join(pack, 'package.json'), {
          name: 'evil-package',
          exports: './index.mjs',
        });
        await trusting(clone);
        await clone.load().catch(() => undefined);
        attempt();
        expect(existsSync(clone.marker), `with ${content}`).toBe(false);
      }
    },
  );

  test(
    'is not taken from a store that others could have written',
    { tags: ['d-trust-store'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      await using clone = await openClone();
      await code(clone, markingCode(clone.marker, 'module'));
      const store = await trusting(clone);
      const path = store.path ?? '';
      const folder = join(clone.home, '.config', 'percept');
      const distrusted = async (what: string): Promise<void> => {
        expect((await clone.load()).project?.standing, `after ${what}`).toBe('unknown');
        attempt();
        expect(existsSync(clone.marker), `after ${what}`).toBe(false);
      };
      for (const mode of [0o666, 0o622, 0o620, 0o602]) {
        await chmod(path, mode);
        await distrusted(`the store with ${mode.toString(8)}`);
      }
      await chmod(path, 0o600);
      for (const mode of [0o777, 0o1777, 0o770, 0o702]) {
        await chmod(folder, mode);
        await distrusted(`its folder with ${mode.toString(8)}`);
      }
      await chmod(folder, 0o700);
      await rename(path, join(clone.top, 'trust.json'));
      await symlink(join(clone.top, 'trust.json'), path);
      await distrusted('a link');
      await rm(path);
      for (const forged of ['', '[]', '{"version":1}', '{"version":2,"files":[]}', '\u0000'])
        await clone
          .write(path, forged)
          .then(() => chmod(path, 0o600))
          .then(() => distrusted(`forged ${JSON.stringify(forged)}`));
      await rm(path);
      if (isRoot) {
        await rename(join(clone.top, 'trust.json'), path);
        await chown(path, foreignUid, foreignUid);
        await distrusted('of another user');
      }
    },
  );

  test(
    'is kept for the user alone, in no folder that a repository could bring',
    { tags: ['d-trust-store'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      await using clone = await openClone();
      await code(clone, markingCode(clone.marker, 'module'));
      const store = await trusting(clone);
      const { statSync } = await import('node:fs');
      expect(statSync(store.path ?? '').mode & 0o777).toBe(0o600);
      // A relative place would be one of the repository.
      const forged = {
        version: 1,
        files: [(await clone.load().then(({ project }) => project)) ?? {}],
      };
      await rm(clone.marker, { force: true });
      await rm(store.path ?? '');
      for (const env of [{ XDG_CONFIG_HOME: 'config' }, { XDG_CONFIG_HOME: './config' }]) {
        const planted = await clone.write(
          join(clone.deep, 'config', 'percept', 'trust.json'),
          forged,
        );
        await chmod(planted, 0o600);
        await clone.write(
          join(clone.deep, 'config', 'percept', 'percept.config.mjs'),
          markingCode(clone.marker, 'module'),
        );
        expect((await clone.load(env)).project?.standing).toBe('unknown');
        attempt(2);
        expect(existsSync(clone.marker)).toBe(false);
      }
      const { loadConfig } = await import('@percept/agent/internal');
      await clone.write(
        join(clone.deep, '.config', 'percept', 'percept.config.mjs'),
        markingCode(clone.marker, 'module'),
      );
      for (const home of ['', '.', './']) {
        await loadConfig({ cwd: clone.deep, env: {}, home });
        attempt();
        expect(existsSync(clone.marker), `home ${JSON.stringify(home)}`).toBe(false);
      }
    },
  );

  test('for one run needs a clear yes', { tags: ['d-trust-run'] }, async (context) => {
    const attempt = attacksFrom(context, 'own');
    await using clone = await openClone();
    await code(clone, markingCode(clone.marker, 'module'));
    for (const PERCEPT_TRUST of ['', '0', 'no', 'false', 'off', 'maybe', '01', '1 0', 'trust']) {
      await clone.load({ PERCEPT_TRUST });
      attempt();
      expect(existsSync(clone.marker), `with ${PERCEPT_TRUST}`).toBe(false);
    }
    expect((await percept(clone, ['doctor', '--trust'])).code).not.toBe(2);
    expect(existsSync(clone.marker)).toBe(true);
    const store = new TrustStore({ env: {}, home: clone.home });
    expect(await store.list(), 'and nothing is remembered').toEqual([]);
  });
});
