// No process is left behind, however a session ends: the server here ignores every polite way to end it, and has started a
// process of its own.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'percept/conformance';
import { afterAll, describe, expect, test } from 'vitest';
import { openStage, type AgentProcess, type Stage } from '../acp/agent-process.ts';
import { connectV1, newSession, words, type V1Client } from '../acp/v1-client.ts';
import { hostPids } from './support/host-pids.ts';
import { hostile } from './support/servers.ts';

interface Visit {
  readonly stage: Stage;
  readonly agent: AgentProcess;
  readonly client: V1Client;
  readonly sessionId: string;
  readonly pids: readonly number[];
}

const started: number[] = [];
afterAll(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
});

async function visit(stage: Stage): Promise<Visit> {
  const agent = stage.start();
  const client = await connectV1(agent);
  const file = join(stage.root, 'pids.json');
  const sessionId = await newSession(client, stage.root, [hostile('fine', [file])]);
  await client.agent.request('session/prompt', { sessionId, prompt: [words('hi')] });
  const pids = await hostPids(await pidsIn(file), agent.child.pid ?? 0);
  started.push(...pids);
  expect(pids.map(isAlive)).toEqual([true, true, true]);
  return { stage, agent, client, sessionId, pids: [...pids, ...(await watchesOf(pids))] };
}

async function pidsIn(file: string): Promise<readonly number[]> {
  const list: unknown = JSON.parse(await readFile(file, 'utf8'));
  return Array.isArray(list) ? list.map(Number) : [];
}

async function groupOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] ?? '';
}

/** Who ends the group when the agent cannot. */
async function watchesOf(pids: readonly number[]): Promise<readonly number[]> {
  const found: number[] = [];
  const groups = await Promise.all(pids.map(groupOf));
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (groups.some((group) => command.includes(`percept-watch\0${group}\0`)))
      found.push(Number(pid));
  }
  expect(found).toHaveLength(1);
  return found;
}

/** A process that nobody has waited for yet is over, too. */
function isAlive(pid: number): boolean {
  if (!existsSync(`/proc/${pid}`)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function stateOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return state === '' || state === 'Z' ? 'over' : 'alive';
}

const endings: Readonly<Record<string, (visit: Visit) => Promise<unknown>>> = {
  'the session is closed': ({ client, sessionId }) =>
    client.agent.request('session/close', { sessionId }),
  'the session is deleted': ({ client, sessionId }) =>
    client.agent.request('session/delete', { sessionId }),
  'the session is loaded again without it': ({ client, sessionId, stage }) =>
    client.agent.request('session/load', { sessionId, cwd: stage.root, mcpServers: [] }),
  'the client goes': async ({ agent: { child } }) => {
    child.stdin.end();
    await once(child, 'exit');
  },
  'the agent is asked to end': async ({ agent: { child } }) => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  },
  'the agent is killed': async ({ agent: { child } }) => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  },
};

// Side by side: most of it is the time that is given to what does not want to end.
describe.concurrent('nothing is left when', () => {
  test.for(Object.entries(endings))('%s', { timeout: 240_000 }, async ([, end], { expect }) => {
    await using stage = await openStage(() => text('hello'));
    const it = await visit(stage);
    await end(it);
    await expect.poll(() => Promise.all(it.pids.map(stateOf))).toEqual(it.pids.map(() => 'over'));
  });
});
