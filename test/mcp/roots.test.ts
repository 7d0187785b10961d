// Roots are the only readable places: the person's `--root`, narrowed by what the client lists at the moment of the call.
import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connect,
  flavours,
  imagesOf,
  startHttp,
  view,
  type Connected,
  type Flavour,
  type HttpServerProcess,
} from './support/clients.ts';
import { openFolder, type Folder } from './support/folder.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await openFolder();
});
afterAll(async () => {
  for (const server of servers.values()) await (await server)[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** By their arguments: one server has many clients, and each of them has roots of its own. */
const servers = new Map<string, Promise<HttpServerProcess>>();

interface Scene {
  readonly args?: readonly string[];
  readonly roots?: () => readonly string[];
}

async function open(flavour: Flavour, { args = [], roots }: Scene): Promise<Connected> {
  const options = {
    args: ['--data', folder.data, ...args],
    cwd: folder.root,
    ...(roots && { roots }),
  };
  if (flavour.transport === 'stdio') return connect(flavour, options);
  return connect(flavour, { ...options, server: await serverOf(options) });
}

function serverOf(options: { readonly args: readonly string[]; readonly cwd: string }) {
  const key = options.args.join(' ');
  const running = servers.get(key) ?? startHttp(options);
  servers.set(key, running);
  return running;
}

describe.each(flavours)('a $generation client over $transport', (flavour) => {
  test('with roots of its own reads them, and follows when they change', async () => {
    let roots = [folder.root];
    const args = ['--root', folder.root, '--root', folder.other];
    await using outside = await open(flavour, { args, roots: () => roots });
    const { client } = outside;
    const there = { ref: join(folder.other, 'there.png') };
    expect(imagesOf(await view(client, { ref: 'plan.svg' }))).toHaveLength(1);
    expect((await view(client, there)).structuredContent).toMatchObject({ refused: 'forbidden' });

    roots = [folder.other];
    if (flavour.generation === 'legacy')
      await client.notification({ method: 'notifications/roots/list_changed' });
    expect(imagesOf(await view(client, there))).toHaveLength(1);
    const here = await view(client, { ref: join(folder.root, 'plan.svg') });
    expect(here.structuredContent).toMatchObject({ refused: 'forbidden' });
    // Relative to the root that is left.
    expect(imagesOf(await view(client, { ref: 'there.png' }))).toHaveLength(1);

    // The client has none, and the person named two.
    roots = [];
    expect(imagesOf(await view(client, there))).toHaveLength(1);
    const secret = await view(client, { ref: join(folder.outside, 'secret.png') });
    expect(secret.structuredContent).toMatchObject({ refused: 'forbidden' });
  });

  test('that has no root reads nothing unless the person named a folder', async () => {
    await using outside = await open(flavour, { roots: () => [] });
    for (const ref of ['plan.svg', join(folder.root, 'plan.svg')]) {
      const result = await view(outside.client, { ref });
      expect(result.structuredContent).toMatchObject({ refused: 'forbidden' });
    }
  });

  test('cannot widen what --root allows', async () => {
    const roots = () => ['/', folder.outside, folder.root];
    await using outside = await open(flavour, { args: ['--root', folder.root], roots });
    const secret = await view(outside.client, { ref: join(folder.outside, 'secret.png') });
    expect(secret.structuredContent).toMatchObject({ refused: 'forbidden' });
    expect(imagesOf(await view(outside.client, { ref: 'plan.svg' }))).toHaveLength(1);
  });

  test('does not get out through a link', async () => {
    await using outside = await open(flavour, { roots: () => [folder.root] });
    for (const ref of ['way-out.png', 'folder-out/secret.png']) {
      const result = await view(outside.client, { ref });
      expect(result.structuredContent).toMatchObject({ refused: 'forbidden' });
      expect(imagesOf(result)).toEqual([]);
    }
  });

  test('that lists a link as its root reads where the link leads, no further than allowed', async () => {
    const link = join(folder.root, `link-${flavour.transport}-${flavour.generation}`);
    await symlink(folder.outside, link);
    const roots = () => [link];
    await using outside = await open(flavour, { args: ['--root', folder.root], roots });
    const secret = await view(outside.client, { ref: join(link, 'secret.png') });
    expect(secret.structuredContent).toMatchObject({ refused: 'forbidden' });
  });
});

test('over stdio the roots of a client count by themselves, because it started the process', async () => {
  const flavour = { transport: 'stdio', generation: 'legacy' } as const;
  await using outside = await open(flavour, { roots: () => [folder.other] });
  expect(imagesOf(await view(outside.client, { ref: 'there.png' }))).toHaveLength(1);
  const here = await view(outside.client, { ref: join(folder.root, 'plan.svg') });
  expect(here.structuredContent).toMatchObject({ refused: 'forbidden' });
});

test.each(['legacy', 'modern'] as const)(
  'over HTTP the roots of a %s client only narrow, because anybody may be calling',
  async (generation) => {
    const roots = () => [folder.outside, folder.other];
    await using outside = await open({ transport: 'http', generation }, { roots });
    for (const ref of [join(folder.outside, 'secret.png'), join(folder.other, 'there.png')]) {
      const result = await view(outside.client, { ref });
      expect(result.structuredContent).toMatchObject({ refused: 'forbidden' });
    }
  },
);

test('roots that are no local folders open nothing', async () => {
  const flavour = { transport: 'stdio', generation: 'legacy' } as const;
  await using outside = await open(flavour, { roots: () => [] });
  outside.client.setRequestHandler('roots/list', () => ({
    roots: [
      { uri: 'file://elsewhere/share' },
      { uri: 'file:///%00' },
      { uri: `file://${'/x'.repeat(20_000)}` },
      { uri: 'file:///no/such/folder' },
    ],
  }));
  const result = await view(outside.client, { ref: join(folder.root, 'plan.svg') });
  expect(result.structuredContent).toMatchObject({ refused: 'forbidden' });
});

test('a client that has roots and does not tell them gets nothing read', async () => {
  const flavour = { transport: 'stdio', generation: 'legacy' } as const;
  await using outside = await open(flavour, { roots: () => [] });
  outside.client.setRequestHandler('roots/list', () => {
    throw new Error('no');
  });
  const result = await view(outside.client, { ref: 'plan.svg' });
  expect(result.structuredContent).toMatchObject({ refused: 'unavailable' });
});

test('a root that is replaced by a link while the session lasts leads nowhere', async () => {
  const root = join(folder.root, 'moving');
  await mkdir(root);
  await using outside = await open(
    { transport: 'stdio', generation: 'legacy' },
    { args: ['--root', folder.root], roots: () => [root] },
  );
  await rename(root, join(folder.root, 'moved'));
  await symlink(folder.outside, root);
  const result = await view(outside.client, { ref: join(root, 'secret.png') });
  expect(result.structuredContent).toMatchObject({ refused: 'forbidden' });
});
