// Three calls to eyes, for programs that run their own loop. Nothing has to be configured: local eyes look for models that
// do not see, and nothing leaves the machine but what goes to the model.
import {
  call,
  checkOptions,
  either,
  has,
  listOf,
  maybe,
  oneOf,
  shape,
  word,
} from '@percept/core/internal/options';
import type { Percept as PerceptOfAgent, PerceptParts } from '@percept/agent/internal/library';
import type { FetchOptions, GatewayFetch } from '@percept/host/internal';
import { healRule, modelOverrideRule } from '@percept/host/internal/rules';
import { keeping } from '@percept/core/internal';
import { refuse, type Refusal } from '@percept/core';
import type { Eyes } from '@percept/eyes';
import { findSenses, type Senses } from './cli/senses.ts';

export interface OpenPerceptOptions extends Partial<PerceptParts> {
  /** Whether local eyes (and ears, where their models are) look for models that do not see, or eyes of `createEyes`. Default: `local`. */
  readonly eyes?: 'local' | 'none' | Eyes;
}

export interface Percept extends PerceptOfAgent {
  /**
   * Local eyes and ears, started with the first look.
   *
   * @example const seen = await percept.eyes.describe(bytes); if (seen.ok) console.log(seen.value.markdown);
   */
  readonly eyes: Pick<Eyes, 'describe' | 'transcribe'>;
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
    memory: maybe(
      shape({ put: call, get: call, sessions: has('open', 'append'), memos: has('get', 'put') }),
    ),
    door: maybe(has('ingest', 'onto')),
    darkroom: maybe(has('develop', 'read')),
    tools: maybe(listOf(has('run'))),
    permit: maybe(call),
    onEvent: maybe(call),
    eyes: maybe(either('is local, none, or eyes', oneOf(['local', 'none']), has('describe'))),
  });
  checkNames(given.tools ?? []);
  const { eyes = 'local', directory = '.percept', ...options } = given;
  const { openParts, localDescribers } = await import('@percept/agent/internal/library');
  const senses = sensesOf(eyes, options.onEvent);
  const { found } = senses;
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
  const load = keeping(async () => {
    const { openGatewayFetch } = await import('@percept/host/internal');
    return openGatewayFetch({ bridge, named, onEvent });
  });
  let gateway: Promise<GatewayFetch> | undefined;
  const openGateway = (): Promise<GatewayFetch> => (gateway = load());
  const fetchWith = (fetching: FetchOptions): typeof fetch => {
    checkOptions('percept.fetchWith', fetching, {
      fetch: maybe(call),
      models: maybe(listOf(modelOverrideRule)),
      heal: maybe(healRule),
    });
    const make = keeping(async () => (await openGateway()).with(fetching));
    return async (input, init) => (await make())(input, init);
  };
  return {
    ...percept,
    eyes: {
      describe: async (image, looking) =>
        found ? (await found.open()).describe(image, looking) : refuse(noEyes),
      transcribe: async (audio, listening) =>
        found ? (await found.open()).transcribe(audio, listening) : refuse(noEyes),
    },
    fetch: fetchWith({}),
    fetchWith,
    async [Symbol.asyncDispose]() {
      // Whoever asked for it was told why it did not open.
      await (await gateway?.catch(() => undefined))?.[Symbol.asyncDispose]();
      await percept[Symbol.asyncDispose]();
      await senses[Symbol.asyncDispose]();
    },
  };
}

/** Eyes that were given are closed by whoever made them. */
function sensesOf(eyes: 'local' | 'none' | Eyes, onEvent: OpenPerceptOptions['onEvent']): Senses {
  if (eyes === 'local') return findSenses({ variables: process.env }, onEvent);
  const found =
    eyes === 'none'
      ? undefined
      : { open: async () => eyes, hears: () => eyes.ready(), version: async () => eyes.name };
  return { found, [Symbol.asyncDispose]: async () => {} };
}

/** A model calls a tool by its name, and ours have theirs already. */
function checkNames(tools: readonly { readonly name: string }[]): void {
  const names = ['view', 'read', 'listen', 'edit', ...tools.map(({ name }) => name)];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new TypeError(`openPercept: tools has one named ${twice}, which there is already.`);
}

const noEyes: Refusal = {
  refused: 'unavailable',
  message: 'There are no local eyes here.',
  hint: "Install @percept/eyes, and leave out `eyes: 'none'`.",
};
