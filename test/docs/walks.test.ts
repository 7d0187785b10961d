// The walks that docs/design.md draws, as they run: whatever stands on a stack while the process reads, writes, asks its database,
// tells a child or answers is in the picture, and the picture is no longer than it says.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStage as openAgent } from '../acp/agent-process.ts';
import { look } from '../acp/seeing-server.ts';
import { connectV1, newSession } from '../acp/v1-client.ts';
import { openProcessStage } from '../host/serve-stage.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';

const page = await readFile(new URL('../../docs/design.md', import.meta.url), 'utf8');
const tracer = new URL('child/io-stacks.ts', import.meta.url).href;
/** The wire and what prepares a request for it: a `view` itself ends where its answer is with the client. */
const ofRequests = /agent\/(loop\/model-client|models\/)|core\/(ai-sdk|lens)\//;

/** The files of one walk, by the heading of its list. */
function drawn(heading: string): readonly string[] {
  const list = page.split(`\n${heading}\n\n`)[1]?.split('\n\n')[0] ?? '';
  return [...list.matchAll(/`([\w-]+\/[\w/-]+)((?: · [\w-]+)*)`/g)].flatMap(
    ([, first = '', more = '']) => {
      const folder = first.slice(0, first.lastIndexOf('/') + 1);
      return [
        first,
        ...more
          .split(' · ')
          .slice(1)
          .map((name) => folder + name),
      ];
    },
  );
}

/** What was noted since the last call. */
async function noted(pid: number | undefined, target: string): Promise<readonly string[]> {
  await rm(target, { force: true });
  process.kill(pid ?? 0, 'SIGUSR2');
  while (!existsSync(target)) await sleep(20);
  const stacks: readonly string[] = JSON.parse(await readFile(target, 'utf8'));
  return stacks;
}

/** A busy machine may have ended the decoder meanwhile: what only a first time passes is no part of the walk. */
function undrawn(walked: readonly string[], picture: readonly string[]): readonly string[] {
  const first = drawn('#### What only a first time passes');
  return walked.filter((file) => !picture.includes(file) && !first.includes(file));
}

/** Where no process can be walled off, the decoder is a thread: its link stands in the place of the other. */
function filesIn(stacks: readonly string[]): readonly string[] {
  const files = stacks
    .flatMap((stack) => stack.split(' '))
    .filter((file) => file !== '')
    .map((file) => file.replace('decoder/worker-link', 'decoder/child-link'));
  return [...new Set(files)].toSorted();
}

test('a `view` of an ACP client passes the files that the design page draws, at most 27', async () => {
  await using stage = await openAgent(look);
  const target = join(stage.root, 'stacks.json');
  Object.assign(stage.env, { PERCEPT_STACKS: target, NODE_OPTIONS: `--import=${tracer}` });
  const agent = stage.start();
  const client = await connectV1(agent);
  const sessionId = await newSession(client, stage.root);
  let stacks: readonly string[] = [];
  // The second one is the walk: the first starts the decoder and loads what the provider needs.
  for (const seed of [1, 2]) {
    const colours = drawPalette(seed);
    await writeFile(join(stage.root, `plan-${seed}.png`), await drawQuadrants(colours));
    await noted(agent.child.pid, target);
    client.clear();
    const text = `Please view plan-${seed}.png now`;
    await client.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    expect(client.say()).toBe(colours.join(' '));
    stacks = await noted(agent.child.pid, target);
  }
  client.close();
  const view = drawn('#### A `view`');
  const all = [...view, ...drawn('#### The requests around it')];
  const walked = filesIn(stacks.filter((stack) => !ofRequests.test(stack)));
  expect(undrawn(walked, view)).toEqual([]);
  expect(undrawn(filesIn(stacks), all)).toEqual([]);
  expect(view.length).toBeLessThanOrEqual(27);
  expect(page).toContain(
    `a \`view\` ${view.length}; with the two requests around it the turn passes ${all.length}`,
  );
});

test('an upload passes the files that the design page draws, at most 30', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'percept-walk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const target = join(folder, 'stacks.json');
  await using stage = await openProcessStage(look, 'seeing', {
    PERCEPT_STACKS: target,
    NODE_OPTIONS: `--import=${tracer}`,
  });
  const { child, visitor } = await stage.start();
  let stacks: readonly string[] = [];
  for (const seed of [1, 2]) {
    await noted(child.pid, target);
    await visitor.uploaded(await drawQuadrants(drawPalette(seed)), `plan-${seed}.png`);
    stacks = await noted(child.pid, target);
  }
  const upload = drawn('#### An upload');
  expect(undrawn(filesIn(stacks), upload)).toEqual([]);
  expect(upload.length).toBeLessThanOrEqual(30);
  expect(page).toContain(`an upload ${upload.length}`);
});
