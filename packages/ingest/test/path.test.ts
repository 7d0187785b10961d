import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import {
  appendFile,
  chmod,
  link,
  mkdir,
  open,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nameOfHandle } from '../src/sources/containment.ts';
import { openInside, readFile, readPath } from '../src/sources/index.ts';
import type { PathOptions } from '../src/sources/index.ts';
import { makeFolder } from './fixtures/sources/folder.ts';
import { kindOf, refusalOf, textOf, valueOf } from './fixtures/sources/outcome.ts';

const maxBytes = 4 * 1024 * 1024;

/** root/ with inside.txt, and secret/ beside it. */
async function makeTree() {
  const base = await makeFolder();
  const root = join(base, 'root');
  const secret = join(base, 'secret');
  await mkdir(join(root, 'sub'), { recursive: true });
  await mkdir(secret);
  await writeFile(join(root, 'inside.txt'), 'inside');
  await writeFile(join(root, 'sub', 'deep.txt'), 'deep');
  await writeFile(join(secret, 'key.txt'), 'secret');
  return { base, root, secret };
}

const user = (cwd: string): PathOptions => ({ followLinks: 'user-chosen', cwd, maxBytes });
const agent = (root: string): PathOptions => ({
  followLinks: 'inside-roots',
  roots: [root],
  cwd: root,
  maxBytes,
});
const noLinks = (root: string): PathOptions => ({
  ...agent(root),
  followLinks: 'never',
  roots: [root],
});

describe('a path that a person typed', () => {
  test('is read whole, with its name and its progress', { tags: ['d-door-progress'] }, async () => {
    const { root } = await makeTree();
    const bytes = Buffer.alloc(2_500_000, 7);
    await writeFile(join(root, 'big.bin'), bytes);
    const seen: number[] = [];
    const read = valueOf(
      await readPath('big.bin', {
        ...user(root),
        onProgress: ({ readBytes, totalBytes }) => {
          expect(totalBytes).toBe(2_500_000);
          seen.push(readBytes);
        },
      }),
    );
    expect(Buffer.compare(read.bytes, bytes)).toBe(0);
    expect(read.name).toBe('big.bin');
    expect(seen).toEqual([1_048_576, 2_097_152, 2_500_000]);
  });

  test('may lead anywhere through links and dots', async () => {
    const { root, secret } = await makeTree();
    await symlink(join(secret, 'key.txt'), join(root, 'link.txt'));
    expect(textOf(await readPath('link.txt', user(root)))).toBe('secret');
    expect(textOf(await readPath('../secret/key.txt', user(root)))).toBe('secret');
  });

  test(
    'is the refusal "absent" when nothing is there',
    { tags: ['f-ingest-path-absent'] },
    async () => {
      const { root } = await makeTree();
      const refusal = refusalOf(await readPath('nothing.png', user(root)));
      expect(refusal.refused).toBe('absent');
      expect(refusal.message).toContain('nothing.png');
      expect(kindOf(await readPath('inside.txt/below', user(root)))).toBe('absent');
    },
  );

  test('is refused with both figures when the file is larger than allowed', async () => {
    const { root } = await makeTree();
    const refusal = refusalOf(await readPath('inside.txt', { ...user(root), maxBytes: 5 }));
    expect(refusal).toMatchObject({
      refused: 'too-large',
      limit: { name: 'maxBytes', max: 5, actual: 6 },
    });
    expect(refusal.message).toContain('6');
    expect(kindOf(await readPath('inside.txt', { ...user(root), maxBytes: 6 }))).toBe('accepted');
  });

  test('is refused when the limit is not a number', async () => {
    const { root } = await makeTree();
    expect(kindOf(await readPath('inside.txt', { ...user(root), maxBytes: Number.NaN }))).toBe(
      'too-large',
    );
  });

  test('is "empty" when the file has no bytes', async () => {
    const { root } = await makeTree();
    await writeFile(join(root, 'empty.png'), '');
    expect(kindOf(await readPath('empty.png', user(root)))).toBe('empty');
  });

  test('is "forbidden" when the user may not read it', async (context) => {
    if (process.getuid?.() === 0) context.skip('root may read everything');
    const { root } = await makeTree();
    await chmod(join(root, 'inside.txt'), 0);
    expect(kindOf(await readPath('inside.txt', user(root)))).toBe('forbidden');
  });

  test('never puts control or bidirectional characters of its name into a message', async () => {
    const { root } = await makeTree();
    const { message } = refusalOf(await readPath('\u001b[2J\u202egnp.exe\n\u0007', user(root)));
    expect(message).toMatch(/^[\u0020-\u007e]*$/);
    expect(message).toContain(String.raw`\u{1b}`);
    const long = refusalOf(await readPath('x'.repeat(5000), user(root)));
    expect(long.refused).toBe('invalid-input');
    expect(long.message.length).toBeLessThan(300);
  });
});

describe('what is not a regular file', () => {
  test(
    'a FIFO is refused without waiting for a writer',
    { tags: ['f-ingest-path-fifo'] },
    async () => {
      const { root } = await makeTree();
      execFileSync('mkfifo', [join(root, 'pipe.png')]);
      expect(kindOf(await readPath('pipe.png', user(root)))).toBe('forbidden');
      expect(kindOf(await readPath('pipe.png', agent(root)))).toBe('forbidden');
    },
  );

  test('devices are refused without reading', { tags: ['f-ingest-path-device'] }, async () => {
    const { root } = await makeTree();
    for (const device of ['/dev/zero', '/dev/null', '/dev/tty', '/dev/random']) {
      expect({ device, is: kindOf(await readPath(device, user(root))) }).toEqual({
        device,
        is: expect.stringMatching(/forbidden|absent/),
      });
    }
    await symlink('/dev/zero', join(root, 'zero.png'));
    expect(kindOf(await readPath('zero.png', user(root)))).toBe('forbidden');
    expect(kindOf(await readPath('zero.png', agent(root)))).toBe('forbidden');
  });

  test('a socket is refused', async () => {
    const { root } = await makeTree();
    const server = createServer().listen(join(root, 'socket.png'));
    onTestFinished(() => void server.close());
    await new Promise((done) => void server.once('listening', done));
    expect(kindOf(await readPath('socket.png', user(root)))).toBe('forbidden');
  });

  test('a folder is refused', { tags: ['f-ingest-path-directory'] }, async () => {
    const { root } = await makeTree();
    expect(kindOf(await readPath('sub', user(root)))).toBe('invalid-input');
    expect(kindOf(await readPath('sub/', agent(root)))).toBe('invalid-input');
    expect(kindOf(await readPath('.', agent(root)))).toMatch(/invalid-input|forbidden/);
  });

  test(
    'a file of the kernel is refused although it looks regular',
    { tags: ['f-ingest-path-dotdot'] },
    async () => {
      const { root } = await makeTree();
      const paths = [
        '/proc/self/environ',
        '/proc/self/maps',
        '/proc/self/root/proc/version',
        '/sys/kernel/uevent_seqnum',
      ];
      await symlink('/proc/self/environ', join(root, 'env.png'));
      for (const path of [...paths, 'env.png']) {
        expect({ path, is: kindOf(await readPath(path, user(root))) }).toEqual({
          path,
          is: expect.stringMatching(/forbidden|absent/),
        });
        expect({ path, is: kindOf(await readPath(path, agent(root))) }).toEqual({
          path,
          is: 'forbidden',
        });
      }
    },
  );

  test(
    'a terabyte of nothing is refused by its size before a byte is read',
    { tags: ['f-ingest-path-sparse'] },
    async () => {
      const { root } = await makeTree();
      await writeFile(join(root, 'sparse.png'), 'x');
      await truncate(join(root, 'sparse.png'), 2 ** 40);
      const refusal = refusalOf(await readPath('sparse.png', user(root)));
      expect(refusal).toMatchObject({ refused: 'too-large', limit: { actual: 2 ** 40 } });
    },
  );
});

describe('a path that an agent asks for', () => {
  test('is read inside the roots, through dots and links that stay inside', async () => {
    const { root } = await makeTree();
    await symlink('sub/deep.txt', join(root, 'near.txt'));
    await symlink('sub', join(root, 'dir'));
    for (const [path, text] of [
      ['inside.txt', 'inside'],
      [join(root, 'inside.txt'), 'inside'],
      ['sub/../inside.txt', 'inside'],
      ['sub/./../sub//deep.txt', 'deep'],
      ['near.txt', 'deep'],
      ['dir/deep.txt', 'deep'],
    ] as const) {
      expect({ path, is: textOf(await readPath(path, agent(root))) }).toEqual({ path, is: text });
    }
  });

  test(
    'is refused outside of them, however it is written',
    { tags: ['f-ingest-path-dotdot'] },
    async () => {
      const { root, base } = await makeTree();
      await mkdir(join(base, 'root-twin'));
      await writeFile(join(base, 'root-twin', 'key.txt'), 'secret');
      for (const path of [
        '../secret/key.txt',
        'sub/../../secret/key.txt',
        '/etc/passwd',
        join(base, 'secret/key.txt'),
        join(base, 'root-twin/key.txt'),
        '../root-twin/key.txt',
        `${root}/../secret/key.txt`,
        `//${base}/secret/key.txt`,
        pathToFileURL(join(base, 'secret/key.txt')).href,
        `file://${root}/%2e%2e/secret/key.txt`,
        '/proc/self/cwd/package.json',
        '/dev/fd/0',
      ]) {
        expect({ path, is: kindOf(await readPath(path, agent(root))) }).toEqual({
          path,
          is: 'forbidden',
        });
      }
    },
  );

  test('cannot tell whether a file outside exists', async () => {
    const { root, base } = await makeTree();
    await symlink(join(base, 'secret'), join(root, 'out'));
    await symlink(join(base, 'nowhere'), join(root, 'dangling'));
    const message = (path: string) => path.replaceAll(/[a-z.]+$/g, '');
    const answers = new Set<string>();
    for (const path of [
      '../secret/key.txt',
      '../secret/no.txt',
      'out/key.txt',
      'out/no.txt',
      'dangling',
      'dangling/x',
      '/etc/passwd',
      '/etc/no',
    ]) {
      const refusal = refusalOf(await readPath(path, agent(root)));
      answers.add(`${refusal.refused} ${message(refusal.message.replace(/^".*"/, ''))}`);
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toMatch(/^forbidden/);
    expect(kindOf(await readPath('no.txt', agent(root)))).toBe('absent');
    expect(kindOf(await readPath('no/no/no.txt', agent(root)))).toBe('absent');
  });

  test('is refused when a link leads out', { tags: ['f-ingest-path-symlink'] }, async () => {
    const { root, secret } = await makeTree();
    await symlink(join(secret, 'key.txt'), join(root, 'file-link.txt'));
    await symlink(secret, join(root, 'dir-link'));
    await symlink('dir-link', join(root, 'link-to-link'));
    await symlink('loop', join(root, 'loop'));
    for (const path of ['file-link.txt', 'dir-link/key.txt', 'link-to-link/key.txt', 'loop']) {
      expect({ path, is: kindOf(await readPath(path, agent(root))) }).toEqual({
        path,
        is: 'forbidden',
      });
    }
  });

  test('goes through a root that is itself a link', async () => {
    const { root, base } = await makeTree();
    await symlink(root, join(base, 'alias'));
    for (const options of [agent(join(base, 'alias')), noLinks(join(base, 'alias'))]) {
      expect(textOf(await readPath('sub/deep.txt', options))).toBe('deep');
      expect(textOf(await readPath(join(root, 'inside.txt'), options))).toBe('inside');
    }
  });

  test('meets no open door when there is no root, or none that exists', async () => {
    const { root } = await makeTree();
    for (const roots of [[], [''], ['/nonexistent'], [join(root, 'nope')]]) {
      const outcome = await readPath('/etc/passwd', {
        ...agent(root),
        followLinks: 'inside-roots',
        roots,
      });
      expect(kindOf(outcome)).toBe('forbidden');
    }
  });

  test('with links refused, is refused behind any link below the root', async () => {
    const { root } = await makeTree();
    await symlink('inside.txt', join(root, 'near.txt'));
    await symlink('sub', join(root, 'dir'));
    expect(kindOf(await readPath('near.txt', noLinks(root)))).toBe('forbidden');
    expect(kindOf(await readPath('dir/deep.txt', noLinks(root)))).toBe('forbidden');
    expect(textOf(await readPath('sub/deep.txt', noLinks(root)))).toBe('deep');
  });

  test('keeps composed and decomposed names apart', async () => {
    const base = await makeFolder();
    const composed = join(base, 'caf\u00e9');
    const decomposed = join(base, 'cafe\u0301');
    await mkdir(composed);
    await mkdir(decomposed);
    await writeFile(join(decomposed, 'key.txt'), 'secret');
    expect(kindOf(await readPath(join(decomposed, 'key.txt'), agent(composed)))).toBe('forbidden');
    expect(textOf(await readPath('key.txt', agent(decomposed)))).toBe('secret');
  });

  test('opens for a person what has no name in UTF-8, where one file alone reads so', async () => {
    const base = await makeFolder();
    const odd = (folder: string, byte: number) =>
      Buffer.concat([Buffer.from(`${base}/${folder}`), Buffer.from([byte])]);
    await mkdir(odd('d', 0xe9));
    await writeFile(Buffer.concat([odd('d', 0xe9), Buffer.from('/f'), Buffer.from([0xfc])]), 'one');
    const person = { followLinks: 'user-chosen', cwd: base, maxBytes: 100 } as const;
    const found = await readPath('d\ufffd/f\ufffd', person);
    expect(found.ok && Buffer.from(found.value.bytes).toString()).toBe('one');
    expect(kindOf(await readPath('d\ufffd/g\ufffd', person))).toBe('absent');
    await writeFile(Buffer.concat([odd('d', 0xe9), Buffer.from('/f'), Buffer.from([0xf6])]), 'two');
    expect(kindOf(await readPath('d\ufffd/f\ufffd', person))).toBe('absent');
  });

  test('opens it inside the roots too, and follows no link whose name is no text', async () => {
    const { root, secret } = await makeTree();
    const odd = (byte: number) => Buffer.concat([Buffer.from(`${root}/f`), Buffer.from([byte])]);
    await writeFile(odd(0xe9), 'one');
    expect(textOf(await readPath('f\ufffd', agent(root)))).toBe('one');
    await rm(odd(0xe9));
    await symlink(join(secret, 'key.txt'), odd(0xe9));
    expect(kindOf(await readPath('f\ufffd', agent(root)))).toBe('absent');
    await rm(odd(0xe9));
    await symlink(secret, odd(0xe9));
    expect(kindOf(await readPath('f\ufffd/key.txt', agent(root)))).toBe('absent');
  });

  test('keeps a name that is not UTF-8 apart from its replacement character', async () => {
    const base = await makeFolder();
    const root = join(base, 'r\ufffd');
    await mkdir(root);
    await mkdir(Buffer.concat([Buffer.from(`${base}/r`), Buffer.from([0xff])]));
    await symlink(
      Buffer.concat([Buffer.from(`${base}/r`), Buffer.from([0xff])]),
      join(base, 'odd'),
    );
    await writeFile(join(base, 'odd', 'key.txt'), 'secret');
    expect(kindOf(await readPath(join(base, 'odd', 'key.txt'), agent(root)))).toBe('forbidden');
  });

  test('treats upper and lower case as different names', async () => {
    const base = await makeFolder();
    await mkdir(join(base, 'Root'));
    await mkdir(join(base, 'root'));
    await writeFile(join(base, 'Root', 'key.txt'), 'secret');
    expect(kindOf(await readPath(join(base, 'Root', 'key.txt'), agent(join(base, 'root'))))).toBe(
      'forbidden',
    );
  });

  test('finds the same with the check that other systems use', async () => {
    const { root, secret } = await makeTree();
    await symlink(secret, join(root, 'out'));
    const darwin = { ...agent(root), platform: 'darwin' } as const;
    expect(textOf(await readPath('sub/deep.txt', darwin))).toBe('deep');
    expect(kindOf(await readPath('out/key.txt', darwin))).toBe('forbidden');
    expect(kindOf(await readPath('../secret/key.txt', darwin))).toBe('forbidden');
  });
});

/** Turns a link around for a second; the returned function waits for the end of that. */
async function startSwapping(path: string, targets: readonly string[]) {
  const over = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('fixtures/sources/link-swapper.ts', import.meta.url), {
    workerData: { link: path, targets, over },
  });
  const finished = new Promise((done) => void worker.once('exit', done));
  await new Promise((done) => void worker.once('message', done));
  return () => {
    Atomics.store(over, 0, 1);
    return finished;
  };
}

describe('a file that changes under the reader', () => {
  const fewestReads = 500;
  /** Both ways of the link were met; a machine that is busy takes more reads for that. */
  const sawBoth = (kinds: ReadonlySet<string>): boolean =>
    kinds.has('accepted') && kinds.has('forbidden');

  test.each(['linux', 'darwin'] as const)(
    'a link swapped as fast as possible never leaks what is outside (%s)',
    { tags: ['f-ingest-path-toctou'] },
    async (platform) => {
      const { root, secret, base } = await makeTree();
      await writeFile(join(root, 'sub', 'key.txt'), 'public');
      const swapped = join(root, 'swapped');
      await symlink(join(root, 'sub'), swapped);
      const stopped = await startSwapping(swapped, [secret, join(base, 'root/sub')]);
      const kinds = new Set<string>();
      for (let reads = 0; reads < fewestReads || !sawBoth(kinds); reads += 1) {
        const outcome = await readPath('swapped/key.txt', { ...agent(root), platform });
        if (outcome.ok) expect(textOf(outcome)).toBe('public');
        kinds.add(kindOf(outcome));
      }
      await stopped();
      expect(
        [...kinds].filter((kind) => !['accepted', 'absent', 'forbidden'].includes(kind)),
      ).toEqual([]);
    },
  );

  test(
    'a file swapped for a FIFO or a device is refused for what it is, without waiting',
    { tags: ['f-ingest-path-toctou'] },
    async () => {
      const { root } = await makeTree();
      const pipe = join(root, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const swapped = join(root, 'swapped.txt');
      await symlink('inside.txt', swapped);
      const stopped = await startSwapping(swapped, [pipe, 'inside.txt', '/dev/zero', 'inside.txt']);
      const kinds = new Set<string>();
      for (let reads = 0; reads < fewestReads || !sawBoth(kinds); reads += 1)
        kinds.add(kindOf(await readPath('swapped.txt', user(root))));
      await stopped();
      expect([...kinds].toSorted()).toEqual(['accepted', 'forbidden']);
    },
  );

  test(
    'the handle, not the path, says where the bytes come from',
    { tags: ['f-ingest-path-toctou'] },
    async () => {
      const { root, secret } = await makeTree();
      const path = join(root, 'sub', 'key.txt');
      const handle = await open(join(secret, 'key.txt'), constants.O_RDONLY);
      onTestFinished(() => handle.close());
      await writeFile(path, 'public');
      const facts = await handle.stat({ bigint: true });
      const name = await nameOfHandle(handle, path, facts, 'linux');
      expect(Buffer.from(name ?? []).toString()).toBe(join(secret, 'key.txt'));
      expect(await nameOfHandle(handle, path, facts, 'darwin')).toBeUndefined();
    },
  );

  test('growth and shrinking after the opening are refused as corrupt', async () => {
    const { root } = await makeTree();
    const path = join(root, 'inside.txt');
    for (const change of [() => appendFile(path, 'more'), () => truncate(path, 2)]) {
      await writeFile(path, 'inside');
      const file = valueOf(await openInside([root], path, { cwd: root }));
      onTestFinished(() => file.handle.close());
      await change();
      expect(kindOf(await readFile(file, { maxBytes }))).toBe('corrupt');
    }
  });

  test('a rename after the opening does not change what is read', async () => {
    const { root, secret } = await makeTree();
    const file = valueOf(await openInside([root], 'inside.txt', { cwd: root }));
    onTestFinished(() => file.handle.close());
    await rename(join(secret, 'key.txt'), join(root, 'inside.txt'));
    expect(textOf(await readFile(file, { maxBytes }))).toBe('inside');
  });

  test('a hard link inside the root is a file of the root', async () => {
    const { root } = await makeTree();
    await link(join(root, 'inside.txt'), join(root, 'sub', 'twin.txt'));
    expect(textOf(await readPath('sub/twin.txt', agent(root)))).toBe('inside');
  });
});

describe('cancelling', () => {
  test('ends before the opening and between chunks', { tags: ['d-door-abort'] }, async () => {
    const { root } = await makeTree();
    expect(
      kindOf(await readPath('inside.txt', { ...user(root), signal: AbortSignal.abort() })),
    ).toBe('cancelled');
    await writeFile(join(root, 'big.bin'), Buffer.alloc(3_000_000));
    const controller = new AbortController();
    const outcome = await readPath('big.bin', {
      ...user(root),
      signal: controller.signal,
      onProgress: () => {
        controller.abort();
      },
    });
    expect(kindOf(outcome)).toBe('cancelled');
  });

  test('and refusing leave no open file behind', async () => {
    const { root } = await makeTree();
    const count = () =>
      execFileSync('ls', [`/proc/${process.pid}/fd`])
        .toString()
        .split('\n').length;
    await readPath('inside.txt', user(root));
    const before = count();
    for (let turn = 0; turn < 50; turn++) {
      await readPath('inside.txt', user(root));
      await readPath('inside.txt', { ...user(root), maxBytes: 1 });
      await readPath('/proc/version', user(root));
      await readPath('inside.txt', { ...user(root), signal: AbortSignal.timeout(0) });
    }
    await new Promise((done) => setTimeout(done, 50));
    expect(count()).toBeLessThan(before + 20);
  });
});
