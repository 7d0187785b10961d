// Sessions under `kill -9` at random moments. What the client was told is what it may count on: every turn whose end was
// acknowledged is in the record, whole, once and in order, and every session goes on.
import { parseSessionId, type RecordEntry } from '@percept/core';
import { openMemory } from '@percept/store';
import { text } from 'percept/conformance';
import { openStage } from './agent-process.ts';
import { unwrap } from './rig.ts';
import { lastUserText } from './seeing-server.ts';
import { connectV1, newSession, words, type V1Client } from './v1-client.ts';

export interface KillPlan {
  readonly sessions: number;
  readonly turns: number;
  readonly budgetMs: number;
  readonly seed: number;
}

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly resumed: number;
  /** One line for everything that was lost, doubled or out of order. */
  readonly faults: readonly string[];
}

interface Talk {
  id: string;
  asked: number;
  readonly acknowledged: string[];
}

export async function runKills({ sessions, turns, budgetMs, seed }: KillPlan): Promise<KillReport> {
  await using stage = await openStage((request) =>
    text(`echo ${/word-\d+-\d+/.exec(lastUserText(request))?.[0] ?? 'nothing'}`),
  );
  const random = mulberry(seed);
  const deadline = Date.now() + budgetMs;
  const talks: Talk[] = Array.from({ length: sessions }, () => ({
    id: '',
    asked: 0,
    acknowledged: [],
  }));
  const isOpen = () => talks.some(({ asked }) => asked < turns) && Date.now() < deadline;
  let kills = 0;
  let resumed = 0;
  while (isOpen()) {
    const agent = stage.start();
    const gone = new Promise((resolve) => agent.child.once('exit', resolve));
    const client = await connectV1(agent);
    // Mostly in the middle of other sessions' turns, whatever the machine's speed; at times before anything is done.
    const kill = () => agent.child.kill('SIGKILL');
    const early = random() < 0.25 ? setTimeout(kill, random() * 1_500) : undefined;
    let left = 1 + Math.floor(random() * sessions * 3);
    const onAcknowledged = () => {
      left -= 1;
      if (left === 0) setTimeout(kill, random() * 60);
    };
    await Promise.all(
      talks.map(async (talk, index) => {
        if (talk.id !== '') resumed += 1;
        await converse(client, talk, index, { turns, cwd: stage.root, onAcknowledged }).catch(
          () => undefined,
        );
      }),
    );
    clearTimeout(early);
    if (!agent.child.killed) kill();
    kills += 1;
    await gone;
  }
  await using memory = await openMemory({ directory: stage.data });
  const faults: string[] = [];
  for (const { id, acknowledged } of talks.filter((talk) => talk.id !== '')) {
    const session = unwrap(parseSessionId(id));
    const verified = await memory.sessions.verify(session);
    if (!verified.ok) faults.push(`${id}: ${verified.refusal.message}`);
    const entries = unwrap(await memory.sessions.entries(session)).map(({ entry }) => entry);
    faults.push(...missing(entries, acknowledged).map((fault) => `${id}: ${fault}`));
  }
  const told = talks.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  return { kills, acknowledged: told, resumed, faults };
}

interface Course {
  readonly turns: number;
  readonly cwd: string;
  readonly onAcknowledged: () => void;
}

async function converse(
  client: V1Client,
  talk: Talk,
  index: number,
  { turns, cwd, onAcknowledged }: Course,
): Promise<void> {
  if (talk.id === '') talk.id = await newSession(client, cwd);
  else await client.agent.request('session/resume', { sessionId: talk.id, cwd, mcpServers: [] });
  while (talk.asked < turns) {
    talk.asked += 1;
    const word = `word-${index}-${talk.asked}`;
    const prompt = [words(word)];
    await client.agent.request('session/prompt', { sessionId: talk.id, prompt });
    talk.acknowledged.push(word);
    onAcknowledged();
  }
}

function missing(
  entries: readonly RecordEntry[],
  acknowledged: readonly string[],
): readonly string[] {
  const said = entries.flatMap((entry) =>
    entry.type === 'message'
      ? entry.parts.flatMap((part) => (part.type === 'text' ? [`${entry.role} ${part.text}`] : []))
      : [],
  );
  let at = -1;
  return acknowledged.flatMap((word) => {
    const question = said.indexOf(`user ${word}`, at + 1);
    const isWhole = question !== -1 && said[question + 1] === `assistant echo ${word}`;
    const isOnce = said.indexOf(`user ${word}`, question + 1) === -1;
    if (question !== -1) at = question;
    return isWhole && isOnce ? [] : [`${word} is not there as it was acknowledged`];
  });
}

function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// `node test/acp/kills.ts 200 20` is the long run.
if (import.meta.main) {
  const [sessions = 200, turns = 20] = process.argv.slice(2).map(Number);
  const report = await runKills({ sessions, turns, budgetMs: 3_600_000, seed: Date.now() });
  console.log(JSON.stringify({ sessions, turns, ...report }));
  if (report.faults.length > 0) process.exitCode = 1;
}
