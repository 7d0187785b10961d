// `percept draw`: a picture on purpose, new or from one that is there, by the model that was named for it.
import { createDraw, forecastWords, MakingBudget, nobodyDraws } from '@percept/agent/internal';
import { createFreshness } from '@percept/agent/tools';
import { commonProfile } from '@percept/core';
import { openDoor } from '@percept/ingest';
import { localTenant } from '@percept/store';
import { createDarkroom, createStoreCache, standardRenderers } from '@percept/render';
import { orRefuse, RefusalError, UsageError, type Command } from '../cli/command.ts';
import { acceptOf } from '../cli/accept.ts';
import { openCanvas } from '../cli/draw.ts';
import { answerWith, findMakers, outPath } from '../cli/making.ts';
import { tell } from '../cli/print.ts';
import { hostPrograms } from '../cli/programs.ts';
import { openWorkspace } from '../cli/workspace.ts';

export const draw: Command = {
  help: `usage: percept draw "WHAT" [--from FILE|media:sha256-… [--region x,y,w,h]] [--out x.png]

Has a model draw a picture, or change one, or a part of one. The model is the one that you named
for it: PERCEPT_IMAGE_MODEL=openai/gpt-image-1 (with OPENAI_API_KEY), google/gemini-2.5-flash-image,
or a server of your own; nothing is sent without one. Which host it goes to and what it costs is said
first. What comes back goes through the door and is kept; look at it with percept view media:….

options
  --from FILE       the picture to change; everything that view shows can be one
  --region x,y,w,h  the part of it that may change, in thousandths (0 to 1000) or pixels (10px,…)
  --shape SHAPE     square, landscape or portrait
  --out FILE        write it here; a file that is there already is never overwritten
  --json            { sha256, mime, bytes, width, height, model, host, usage, costUsd, out }
  --data DIR        where the store is`,
  options: {
    from: { type: 'string' },
    region: { type: 'string' },
    shape: { type: 'string' },
    out: { type: 'string' },
  },
  run: async (invocation) => {
    const { args, flags, environment, signal } = invocation;
    const [prompt, ...rest] = args;
    if (prompt === undefined || rest.length > 0)
      throw new UsageError(
        'Say what to draw, in quotes: percept draw "a red bicycle" --out bike.png',
      );
    const path = await outPath(invocation);
    const { image: maker } = await findMakers(invocation);
    if (!maker) throw new RefusalError(nobodyDraws);
    await using memory = await openWorkspace(invocation);
    const store = memory.forTenant(localTenant);
    await using door = openDoor({ store, accept: acceptOf(environment) });
    await using canvas = openCanvas(invocation);
    canvas.prepare(door);
    const renderers = standardRenderers({ programs: hostPrograms(environment) });
    const cache = createStoreCache(memory, memory.memos);
    await using darkroom = createDarkroom({ renderers, cache });
    const tool = createDraw(
      {
        // A person names the file: everything that they may read is theirs to show.
        roots: ['/'],
        cwd: environment.workingDirectory,
        store,
        door,
        darkroom,
        profile: () => commonProfile,
        freshness: createFreshness(),
      },
      { maker, budget: new MakingBudget() },
    );
    tell(`${maker.model} at ${maker.host} draws. ${forecastWords(maker.price, { pictures: 1 })}`);
    const fields = { from: flags.text('from'), region: flags.text('region') };
    const drawn = await tool.run(
      { prompt, ...fields, shape: flags.text('shape') },
      { signal, onProgress: invocation.progress },
    );
    const made = orRefuse(drawn);
    const { block } = made;
    const shown = block.type === 'image' ? await canvas.paint(block, { store, door }) : '';
    return await answerWith(made, memory, path, shown);
  },
};
