// Three calls to eyes, for programs that run their own loop. Nothing has to be configured: local eyes look for models that
// do not see, and nothing leaves the machine but what goes to the model.
import {
  call,
  checkOptions,
  has,
  listOf,
  maybe,
  oneOf,
  word,
} from '@percept/core/internal/options';
import type { Percept as PerceptOfAgent, PerceptParts } from '@percept/agent/internal/library';
import type { FetchOptions, GatewayFetch } from '@percept/host/internal';
import type { LensReport } from '@percept/core/lens';
import { findSenses } from './cli/senses.ts';

export interface OpenPerceptOptions extends Partial<PerceptParts> {
  /** Whether local eyes (and ears, where their models are) look for models that do not see. Default: `local`. */
  readonly eyes?: 'local' | 'none';
}

export interface Percept extends PerceptOfAgent {
  /**
   * A `fetch` for any SDK that takes one: pictures go where the model behind the request sees them, words to a model that does not,
   * and answers come back untouched. The gateway without a server.
   *
   * @example const client = new OpenAI({ fetch: percept.fetch });
   */
  readonly fetch: typeof fetch;
  /**
   * The same over a `fetch` of your own, or with what you know about models.
   *
   * @example new OpenAI({ fetch: percept.fetchWith({ models: [{ model: 'my-vlm*', capabilities: ['vision-input'] }] }) });
   */
  fetchWith(options: FetchOptions): typeof fetch;
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
export async function openPercept(given: OpenPerceptOptions = {}): Promise<Percept> {
  checkOptions('openPercept', given, {
    directory: maybe(word),
    roots: maybe(listOf(word, 1)),
    describers: maybe(listOf(has('look'))),
    darkroom: maybe(has('develop', 'read')),
    permit: maybe(call),
    onEvent: maybe(call),
    eyes: maybe(oneOf(['local', 'none'])),
  });
  const { eyes = 'local', directory = '.percept', ...options } = given;
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
  const { percept, bridge, named } = opened;
  const { onEvent } = options;
  let gateway: Promise<GatewayFetch> | undefined;
  const load = async (): Promise<GatewayFetch> => {
    const { openGatewayFetch } = await import('@percept/host/internal');
    const onReport =
      onEvent && ((report: LensReport) => onEvent({ type: 'request-lowered', report }));
    return openGatewayFetch({ bridge, named, onReport });
  };
  const fetchWith = (fetching: FetchOptions): typeof fetch => {
    let made: Promise<typeof fetch> | undefined;
    const make = async (): Promise<typeof fetch> => (await (gateway ??= load())).with(fetching);
    return async (input, init) => (await (made ??= make()))(input, init);
  };
  return {
    ...percept,
    fetch: fetchWith({}),
    fetchWith,
    async [Symbol.asyncDispose]() {
      await (await gateway)?.[Symbol.asyncDispose]();
      await percept[Symbol.asyncDispose]();
      await senses.close();
    },
  };
}
