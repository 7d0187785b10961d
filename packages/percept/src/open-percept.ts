// Three calls to eyes, for programs that run their own loop. Nothing has to be configured: local eyes look for models that
// do not see, and nothing leaves the machine but what goes to the model.
import type { Percept, PerceptParts } from '@percept/agent/internal/library';
import { findSenses } from './cli/senses.ts';

export interface OpenPerceptOptions extends Partial<PerceptParts> {
  /** Whether local eyes (and ears, where their models are) look for models that do not see. Default: `local`. */
  readonly eyes?: 'local' | 'none';
}

/**
 * Opens everything that an agent needs to see, in one folder.
 *
 * @example
 * await using percept = await openPercept({ directory: '.percept', roots: ['.'] });
 * const chat = await percept.session('first');
 * await chat.say('What does the chart say?', { attach: ['chart.png'] });
 * const result = await generateText({ model: chat.model(model), messages: chat.messages(), tools: chat.tools() });
 * await chat.append(...result.responseMessages);
 */
export async function openPercept({
  eyes = 'local',
  directory = '.percept',
  ...options
}: OpenPerceptOptions = {}): Promise<Percept> {
  if (eyes !== 'local' && eyes !== 'none')
    throw new TypeError("openPercept: eyes is 'local' or 'none'.");
  const { openParts, localDescribers } = await import('@percept/agent/internal/library');
  const senses = findSenses({ variables: process.env });
  const { found } = eyes === 'local' ? senses : { found: undefined };
  const local = found
    ? localDescribers(found.open, { hears: await found.hears(), version: await found.version() })
    : [];
  const opened = await openParts({
    directory,
    ...options,
    describers: [...(options.describers ?? []), ...local],
  });
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await senses.close();
    },
  };
}
