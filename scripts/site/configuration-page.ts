// The reference of the configuration. Which keys there are is what the parser says when it meets a strange one; their words and
// defaults come from where they are declared, and a key without words stops the build.

import { join } from 'node:path';
import { vendorIds, vendors } from '@percept/core/internal/vendor';
import { parseLayer } from '../../packages/agent/src/config/layer.ts';
import { bridgeSettings, imageSettings } from '../../packages/agent/src/config/settings.ts';
import { type Field, fieldsOf, readSource } from './comments.ts';
import { generated, table } from './markdown.ts';

const stranger = 'a key that nobody knows';

export function configurationPage(root: string): string {
  const folder = join(root, 'packages/agent/src/config');
  const config = readSource(join(folder, 'config.ts'));
  const settings = readSource(join(folder, 'settings.ts'));
  const described = (keys: readonly string[], fields: readonly Field[], defaults: object) =>
    keyTable(keys, fields, new Map(Object.entries(defaults)));
  const strange = { [stranger]: 1 };
  return [
    generated('the configuration’s parser and declarations'),
    '# Configuration reference\n',
    'Every key of `percept.config.*`. How files are found, layered and trusted is in [Configuration](../configuration.md).\n',
    '## Top level\n',
    described(
      keysOf(strange).filter((key) => key !== '$schema'),
      fieldsOf(config, 'PerceptConfig'),
      { strictRouting: true, discovery: true, consent: [] },
    ),
    '\n## A model\n',
    'Where a model is expected: `"provider/model"`, the name of an entry under `models`, or an object with these keys.\n',
    described(keysOf({ models: { a: strange } }), fieldsOf(config, 'ModelSpec'), {}),
    '\n## price\n',
    described(
      keysOf({ models: { a: { provider: 'openai', model: 'a', price: strange } } }),
      fieldsOf(config, 'Price'),
      {},
    ),
    '\n## bridge\n',
    described(keysOf({ bridge: strange }), fieldsOf(settings, 'BridgeSettings'), bridgeSettings),
    '\n## images\n',
    described(keysOf({ images: strange }), fieldsOf(settings, 'ImageSettings'), imageSettings),
    '\n## Providers\n',
    'The word before the first slash of `provider/model`, where its key is read from, and which wire it speaks.\n',
    providerTable(),
    '',
  ].join('\n');
}

function keysOf(layer: unknown): readonly string[] {
  const outcome = parseLayer(layer, 'a file');
  const keys = outcome.ok ? undefined : /^The keys are (.+)\.$/.exec(outcome.refusal.hint)?.[1];
  if (keys === undefined) throw new Error('The parser no longer names the keys that it knows.');
  return keys.split(', ');
}

function keyTable(
  keys: readonly string[],
  fields: readonly Field[],
  defaults: ReadonlyMap<string, unknown>,
): string {
  const rows = keys.map((key) => {
    const field = fields.find(({ name }) => name === key);
    if (field === undefined || field.words === '')
      throw new Error(`${key} has no words where it is declared`);
    const value = defaults.get(key);
    return [`\`${key}\``, field.words, value === undefined ? '' : `\`${JSON.stringify(value)}\``];
  });
  return table(['key', 'what it is', 'default'], rows);
}

function providerTable(): string {
  const rows = vendorIds.map((id) => {
    const { aliases, keyVariables, baseUrl, wire, place } = vendors[id];
    const spelled = (words: readonly string[]): string =>
      words.map((word) => `\`${word}\``).join(', ');
    const key = place === 'machine' ? 'none: it runs on this machine' : spelled(keyVariables);
    return [
      `\`${id}\``,
      spelled(aliases),
      key,
      wire,
      baseUrl === undefined ? '' : `\`${baseUrl}\``,
    ];
  });
  return table(['provider', 'also', 'key from', 'wire', 'address'], rows);
}
