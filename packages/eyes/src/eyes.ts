// Local eyes and ears: the embedded describer and transcriber. They need no key and no network, and they run in a process
// of their own with a deadline and a memory bound.
import {
  atLeast,
  bound,
  bytes,
  call,
  checkOptions,
  has,
  limitsOf,
  listOf,
  maybe,
  oneOf,
  signal as signalRule,
  text,
  word,
} from '@percept/core/internal/options';
import {
  accept,
  doorLimits,
  refuse,
  type CallEvent,
  type Outcome,
  type SourceType,
} from '@percept/core';
import { observed } from '@percept/core/internal/observe';
import {
  definedOf,
  leastDescriptionCharacters,
  overLimit,
  sourceTypes,
  withLimits,
} from '@percept/core/internal';
import { DecoderPool } from '@percept/ingest/internal';
import { type Decoder } from '@percept/ingest';
import { engine } from './compose/description.ts';
import type { DescribeOptions, Describer, LookOptions, Transcriber } from './describer.ts';
import type { Description } from './description.ts';
import { eyesLimits, type EyesLimits } from './limits.ts';
import { modelsFolder, speechModels } from './models/folder.ts';
import { isInstalled } from './models/installed.ts';
import { missingModel } from './models/refusals.ts';
import { installedPacks } from './ocr/pack.ts';
import { develop } from './pixels/develop.ts';
import { findNative } from './runtime/find-native.ts';
import type { Transcript } from './transcript.ts';
import { EyesProcess } from './worker/eyes-process.ts';
import { isDescription, isTranscript } from './worker/message.ts';

export interface EyesOptions {
  readonly limits?: Partial<EyesLimits>;
  /** The host's decoder; without it eyes start one of their own with the first picture. */
  readonly decoder?: Decoder;
  /** Of that one: which types of pictures are decoded. */
  readonly accept?: readonly SourceType[];
  /** Where pulled models are; the default is a folder in the user's data directory. */
  readonly modelsFolder?: string;
  /** `auto` reads with a native ONNX runtime where the host has installed one that works; `wasm` never does. */
  readonly accelerator?: Accelerator;
  /** The folder whose `node_modules` may have that runtime; without it, those around this package. */
  readonly acceleratorFrom?: string;
  /** Told of every look when it has ended. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
}

/**
 * What may run the models of local eyes.
 *
 * @example createEyes({ accelerator: accelerators.includes(wanted) ? wanted : 'auto' });
 */
export const accelerators = ['auto', 'wasm'] as const;
export type Accelerator = (typeof accelerators)[number];

export interface Eyes extends Describer, Transcriber {}

/**
 * Local eyes and ears: they look and listen on this device, without a key or a network.
 *
 * @example await using eyes = createEyes(); const seen = await eyes.describe(bytes);
 */
export function createEyes(options: EyesOptions = {}): Eyes & AsyncDisposable {
  checkOptions('createEyes', options, eyesRules);
  const limits: EyesLimits = withLimits(eyesLimits, options.limits);
  const folder = options.modelsFolder ?? modelsFolder();
  const worker = new EyesProcess(limits.idleMs);
  let native = options.accelerator === 'wasm' ? undefined : findNative(options.acceleratorFrom);
  let own: DecoderPool | undefined;
  const decoder = (): Decoder =>
    options.decoder ?? (own ??= new DecoderPool({ limits: doorLimits, accept: options.accept }));
  const ready = (): Promise<boolean> => isInstalled(folder, speechModels);

  async function describe(
    image: Uint8Array,
    options: DescribeOptions = {},
  ): Promise<Outcome<Description>> {
    checkOptions('eyes.describe', { image }, { image: bytes });
    checkOptions('eyes.describe', options, describeRules);
    const { timeoutMs = limits.describeTimeoutMs, signal, question, maxCharacters } = options;
    const tooMuch = overBytes(image, limits);
    if (tooMuch) return tooMuch;
    const started = performance.now();
    const developed = await develop(decoder(), image, { maxPixels: limits.maxPixels, signal });
    if (!developed.ok) return developed;
    const packs = await installedPacks(folder);
    const look = (): Promise<Outcome<Description>> =>
      worker.run({
        job: {
          type: 'describe',
          developed: developed.value,
          modelsFolder: folder,
          packs,
          ...definedOf({ native, question, maxCharacters }),
        },
        timeoutMs: Math.max(1, timeoutMs - (performance.now() - started)),
        maxMemoryBytes: limits.maxWorkerMemoryBytes,
        signal,
        isExpected: isDescription,
      });
    const described = await look();
    const died = !described.ok && described.refusal.refused === 'worker-failed';
    if (!died || native === undefined) return withWarnings(described, developed.value.warnings);
    // A native runtime can take its process with it. It gets no second picture.
    native = undefined;
    return withWarnings(await look(), developed.value.warnings);
  }

  async function transcribe(
    audio: Uint8Array,
    options: LookOptions = {},
  ): Promise<Outcome<Transcript>> {
    checkOptions('eyes.transcribe', { audio }, { audio: bytes });
    checkOptions('eyes.transcribe', options, lookRules);
    const { timeoutMs = limits.transcribeTimeoutMs, signal } = options;
    const tooMuch = overBytes(audio, limits);
    if (tooMuch) return tooMuch;
    if (!(await ready())) return refuse(missingModel);
    return worker.run({
      job: {
        type: 'transcribe',
        bytes: audio,
        modelsFolder: folder,
        maxAudioMs: limits.maxAudioMs,
      },
      timeoutMs,
      maxMemoryBytes: limits.maxWorkerMemoryBytes,
      signal,
      isExpected: isTranscript,
    });
  }

  const close = async (): Promise<void> => {
    await worker.close();
    await own?.close();
  };
  const { onEvent } = options;
  return {
    name: engine,
    describe: (image, asked) =>
      observed('eyes.describe', () => describe(image, asked), { onEvent }),
    transcribe: (audio, asked) =>
      observed('eyes.transcribe', () => transcribe(audio, asked), { onEvent }),
    ready,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const eyesRules = {
  limits: limitsOf(eyesLimits),
  decoder: maybe(has('bitmap')),
  accept: maybe(listOf(oneOf(sourceTypes))),
  modelsFolder: maybe(word),
  accelerator: maybe(oneOf(accelerators)),
  acceleratorFrom: maybe(word),
  onEvent: maybe(call),
};

const lookRules = { timeoutMs: maybe(bound), signal: maybe(signalRule) };

const describeRules = {
  ...lookRules,
  question: maybe(text),
  maxCharacters: maybe(atLeast(leastDescriptionCharacters)),
};

/** What the decoder knows about the file stands before what was read from its pixels. */
function withWarnings(
  described: Outcome<Description>,
  warnings: readonly string[],
): Outcome<Description> {
  if (!described.ok || warnings.length === 0) return described;
  const told = warnings.map((warning) => `> About this file: ${warning}.`).join('\n');
  return accept({ ...described.value, markdown: `${told}\n\n${described.value.markdown}` });
}

function overBytes(bytes: Uint8Array, { maxSourceBytes }: EyesLimits): Outcome<never> | undefined {
  if (bytes.length === 0)
    return refuse({
      refused: 'empty',
      message: 'The file is empty.',
      hint: 'Send one with content.',
    });
  if (bytes.length <= maxSourceBytes) return undefined;
  return refuse(overLimit('maxSourceBytes', maxSourceBytes, bytes.length, 'Send a smaller file.'));
}

/**
 * One picture, once: starts eyes, looks, and ends them.
 *
 * @example const seen = await describe(await readFile('chart.png')); if (seen.ok) console.log(seen.value.markdown);
 */
export async function describe(
  image: Uint8Array,
  options: EyesOptions & DescribeOptions = {},
): Promise<Outcome<Description>> {
  checkOptions('eyes.describe', options, { ...eyesRules, ...describeRules });
  const { timeoutMs, signal, question, maxCharacters, ...own } = options;
  const asked = { timeoutMs, signal, question, maxCharacters };
  await using eyes = createEyes(own);
  return await eyes.describe(image, asked);
}

/**
 * One sound, once.
 *
 * @example const heard = await transcribe(await readFile('call.wav')); if (heard.ok) console.log(heard.value.text);
 */
export async function transcribe(
  audio: Uint8Array,
  options: EyesOptions & LookOptions = {},
): Promise<Outcome<Transcript>> {
  checkOptions('eyes.transcribe', options, { ...eyesRules, ...lookRules });
  const { timeoutMs, signal, ...own } = options;
  await using eyes = createEyes(own);
  return await eyes.transcribe(audio, { timeoutMs, signal });
}
