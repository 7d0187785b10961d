// Two MCP servers on one store: neither lists, reads, views nor describes what the other one was shown.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connect, view } from '../mcp/support/clients.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openClone, percept } from './clone.ts';
import { attacksFrom } from './tries.ts';

const flavour = { transport: 'stdio', generation: 'modern' } as const;

describe('media of another folder', { timeout: 240_000 }, () => {
  test('is answered like what never was', { tags: ['d-mcp-own-media'] }, async (context) => {
    const attempt = attacksFrom(context, 'finding mcp-foreign-media');
    const tryOwn = attacksFrom(context, 'own');
    await using clone = await openClone();
    const [mine, theirs, data] = ['mine', 'theirs', 'data'].map((name) => join(clone.top, name));
    if (mine === undefined || theirs === undefined || data === undefined) return;
    await mkdir(mine);
    await mkdir(theirs);
    await writeFile(join(mine, 'a.png'), await drawQuadrants(drawPalette(41)));
    await writeFile(join(theirs, 'b.png'), await drawQuadrants(drawPalette(42)));
    const open = (root: string, ...more: readonly string[]) =>
      connect(flavour, { args: ['--root', root, '--data', data, ...more], cwd: root });

    await using victim = await open(theirs);
    await view(victim.client, { ref: 'b.png' });
    const ingested = await percept(clone, [
      'ingest',
      join(theirs, 'b.png'),
      '--json',
      '--data',
      data,
    ]);
    expect(ingested.code).toBe(0);
    const secret = (await victim.client.listResources()).resources.map(({ uri }) => uri);
    expect(secret.length).toBeGreaterThan(0);

    await using attacker = await open(mine);
    expect((await attacker.client.listResources()).resources).toEqual([]);
    attempt();
    await view(attacker.client, { ref: 'a.png' });
    const own = (await attacker.client.listResources()).resources.map(({ uri }) => uri);
    expect(own.length).toBeGreaterThan(0);
    for (const uri of secret) {
      expect(own).not.toContain(uri);
      await expect(attacker.client.readResource({ uri })).rejects.toThrow();
      attempt();
      const hash = uri.replace('media:sha256-', '');
      for (const ref of [uri, hash, `sha256-${hash}`, uri.toUpperCase()]) {
        const seen = await view(attacker.client, { ref });
        tryOwn();
        expect(seen.isError).toBe(true);
        expect(JSON.stringify(seen)).not.toContain('"image"');
      }
    }
    const known = await attacker.client.readResource({ uri: own[0] ?? '' });
    expect(known.contents).toHaveLength(1);

    await using again = await open(mine);
    expect((await again.client.listResources()).resources.map(({ uri }) => uri)).toEqual(own);
    await using all = await open(mine, '--all-media');
    const every = (await all.client.listResources()).resources.map(({ uri }) => uri);
    expect(every).toEqual(expect.arrayContaining([...own, ...secret]));
  });
});
