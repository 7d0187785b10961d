// `percept heal`: what the gateway would do to a request, and why, as a diff. Nothing is sent.
import { resolve } from 'node:path';
import { isRecord, jsonOf, parseJson, readText, type Fields } from '@percept/core/internal';
import { createGateway, defaultUpstreams, readUpstreams, type DryRun } from '@percept/host';
import { usualPath } from '@percept/host/internal';
import { createDarkroom, standardRenderers } from '@percept/render';
import { orRefuse, said, UsageError, type Command } from '../cli/command.ts';
import { readInput } from '../cli/input.ts';
import { profileNames, readProfile } from '../cli/profile.ts';

export const heal: Command = {
  help: `usage: percept heal BODY.json|URL|- [options]

Shows what the gateway would change in a request body before it is sent, and why. Nothing is sent, and
nobody is asked to describe a picture: a model that does not see is told that there was one.
A body at a URL is fetched only from public hosts.

options
  --path PATH     as an agent would ask, such as /v1/messages; without it the body tells
  --model NAME    in place of the one in the body
  --profile NAME  what the model takes: ${profileNames()}
  --look-in DIR   where it may look for pictures that tool calls name
  --json          { upstream, path, wire, model, effect, slots, repairs, changes }`,
  options: {
    path: { type: 'string' },
    model: { type: 'string' },
    profile: { type: 'string' },
    'look-in': { type: 'string' },
  },
  run: async (invocation) => {
    const { flags, environment } = invocation;
    const cwd = environment.workingDirectory;
    const input = orRefuse(await readInput(invocation));
    const body = parsed(input.bytes);
    const profile = readProfile(flags);
    const model = flags.text('model');
    const sent = model === undefined ? body : { ...body, model };
    // Its own letters: spelling it again could hide what the gateway would do to them.
    const bytes = model === undefined ? input.bytes : Buffer.from(JSON.stringify(sent));
    const models = profile ? [{ model: '*', profile: jsonOf(profile) }] : [];
    const folder = flags.text('look-in');
    const lookIn = folder === undefined ? {} : { lookIn: resolve(cwd, folder) };
    const addresses = {
      ...defaultUpstreams,
      bedrock: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    };
    const settings = Object.entries(addresses).map(
      ([name, baseUrl]) => [name, { baseUrl, models, ...lookIn }] as const,
    );
    const upstreams = orRefuse(readUpstreams(Object.fromEntries(settings)));
    const darkroom =
      folder === undefined ? undefined : createDarkroom({ renderers: standardRenderers() });
    const gateway = createGateway({ upstreams, darkroom });
    try {
      const found = await gateway.dryRun({
        path: flags.text('path') ?? usualPath(sent),
        body: Buffer.from(bytes),
        signal: invocation.signal,
      });
      if (typeof found === 'string') throw new UsageError(found);
      return said(jsonOf(found), linesOf(found).join('\n'));
    } finally {
      await gateway.close();
      await darkroom?.close();
    }
  },
};

function parsed(bytes: Uint8Array): Fields {
  const value = parseJson(new TextDecoder().decode(bytes));
  if (isRecord(value)) return value;
  throw new UsageError('A request body is a JSON object.');
}

function linesOf({ effect, model, path, slots, repairs, changes }: DryRun): readonly string[] {
  const head = `${effect}: ${path}${model === undefined ? '' : `, ${model}`}`;
  const media = slots.map(
    ({ message, kind, action, reason, source, width, height, from }) =>
      `  ${kind} in message ${message + 1}${source === undefined ? '' : ` (${source})`}: ${action}, ${reason}${
        from ? `, ${from.width}×${from.height} → ${width}×${height}` : ''
      }`,
  );
  const mended = repairs.map(({ kind, message }) => `  message ${message + 1}: ${kind}`);
  const diff = changes.flatMap(({ at, before, after }) => [
    `@ ${at}`,
    ...(before === undefined ? [] : [`- ${readText(before) ?? ''}`]),
    ...(after === undefined ? [] : [`+ ${readText(after) ?? ''}`]),
  ]);
  return [head, ...media, ...mended, ...diff];
}
