// `percept say`: words aloud, by the model that was named for it.
import { extname } from 'node:path';
import { createFreshness } from '@percept/agent/tools';
import { createSay, forecastWords, MakingBudget, nobodySpeaks } from '@percept/agent/internal';
import { commonProfile } from '@percept/core';
import { madeLimits } from '@percept/core/internal';
import { openDoor } from '@percept/ingest';
import { localTenant } from '@percept/store';
import {
  orRefuse,
  RefusalError,
  UsageError,
  type Command,
  type Invocation,
} from '../cli/command.ts';
import { readWords } from '../cli/input.ts';
import { answerWith, findMakers, outPath } from '../cli/making.ts';
import { tell } from '../cli/print.ts';
import { openWorkspace } from '../cli/workspace.ts';

export const say: Command = {
  help: `usage: percept say "WORDS"|- [--voice NAME] [--out x.wav]

Has a model say words aloud and keeps the sound. The model is the one that you named for it:
PERCEPT_SPEECH_MODEL=openai/gpt-4o-mini-tts (with OPENAI_API_KEY), or a server of your own; nothing
is sent without one. Which host it goes to and what it costs is said first.

options
  --voice NAME   a voice that the provider knows, such as alloy
  --out FILE     write it here, as its ending says: wav, mp3, opus or flac; a file that is there
                 already is never overwritten
  --json         { sha256, mime, bytes, durationMs, model, host, usage, costUsd, out }
  --data DIR     where the store is`,
  options: { voice: { type: 'string' }, out: { type: 'string' } },
  run: async (invocation) => {
    const { flags, environment, signal } = invocation;
    const words = await wordsOf(invocation);
    const path = await outPath(invocation);
    const { speech: maker } = await findMakers(invocation);
    if (!maker) throw new RefusalError(nobodySpeaks);
    await using memory = await openWorkspace(invocation);
    const store = memory.forTenant(localTenant);
    await using door = openDoor({ store });
    const tool = createSay(
      {
        roots: [],
        cwd: environment.workingDirectory,
        store,
        door,
        profile: () => commonProfile,
        freshness: createFreshness(),
      },
      { maker, budget: new MakingBudget() },
    );
    const cost = forecastWords(maker.price, { characters: words.length });
    tell(`${maker.model} at ${maker.host} speaks. ${cost}`);
    const format = path === undefined ? undefined : extname(path).slice(1).toLowerCase();
    const made = await tool.run(
      { text: words, voice: flags.text('voice'), format },
      { signal, onProgress: invocation.progress },
    );
    return await answerWith(orRefuse(made), memory, path);
  },
};

async function wordsOf(invocation: Invocation): Promise<string> {
  const [given, ...rest] = invocation.args;
  if (given === undefined || rest.length > 0)
    throw new UsageError('Give the words in quotes: percept say "Good morning" --out morning.wav');
  const words = (given === '-' ? await readWords(invocation) : given).trim();
  const { maxSpokenCharsPerTurn: max } = madeLimits;
  if (words === '') throw new UsageError('There are no words to say.');
  if (words.length > max) throw new UsageError(`At most ${max} characters are said at once.`);
  return words;
}
