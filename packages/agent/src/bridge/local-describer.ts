// Local eyes and ears as describers. Nothing leaves the device. They read and measure; a question changes nothing about
// what they tell, so they do not pretend to answer it.
import { accept, type Outcome } from '@percept/core';
import { clock } from '../tools/listen.ts';
import type { Describer } from './describer.ts';
import { localFit, thisDevice } from './device.ts';

interface LocalOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What the bridge needs of local eyes; `createEyes` of `@percept/eyes` has it. */
export interface LocalEyes {
  readonly name: string;
  describe(
    image: Uint8Array,
    options?: LocalOptions & { readonly question?: string },
  ): Promise<Outcome<LocalDescription>>;
}

interface LocalDescription {
  readonly markdown: string;
  readonly lines: readonly { readonly text: string; readonly confidence: number }[];
  readonly kind?: string;
  readonly palette?: readonly { readonly name: string }[];
}

export interface LocalEars {
  readonly name: string;
  transcribe(audio: Uint8Array, options?: LocalOptions): Promise<Outcome<LocalTranscript>>;
}

interface LocalTranscript {
  readonly notice: string;
  readonly segments: readonly {
    readonly startMs: number;
    readonly endMs: number;
    readonly text: string;
  }[];
}

/** A line that was read with less is not offered as exact. */
const exactFrom = 0.9;

/** Eyes, and ears where their models are installed. Recognisers load with the first picture. */
export function localDescribers(
  open: () => Promise<LocalEyes & LocalEars>,
  { hears, version }: { readonly hears: boolean; readonly version: string },
): readonly Describer[] {
  const local: LocalEyes & LocalEars = {
    name: 'local eyes',
    describe: async (image, options) => (await open()).describe(image, options),
    transcribe: async (audio, options) => (await open()).transcribe(audio, options),
  };
  return [
    createLocalDescriber(local, version),
    ...(hears ? [createLocalListener(local, version)] : []),
  ];
}

export function createLocalDescriber(eyes: LocalEyes, version: string): Describer {
  return {
    ...device(eyes.name, version),
    kinds: ['image'],
    look: async ({ bytes, timeoutMs, signal }) => {
      const seen = await eyes.describe(bytes, { timeoutMs, signal });
      if (!seen.ok) return seen;
      const { markdown, lines } = seen.value;
      const exact = lines.filter(({ confidence }) => confidence >= exactFrom);
      return accept({
        text: markdown,
        lines: exact.map(({ text }) => text),
        brief: briefly(seen.value),
      });
    },
  };
}

export function createLocalListener(ears: LocalEars, version: string): Describer {
  return {
    ...device(ears.name, version),
    kinds: ['audio'],
    look: async ({ bytes, span, timeoutMs, signal }) => {
      const heard = await ears.transcribe(bytes, { timeoutMs, signal });
      if (!heard.ok) return heard;
      const { notice, segments } = heard.value;
      const words = segments
        .filter(({ startMs, endMs }) => !span || (startMs < span.endMs && endMs > span.startMs))
        .map(({ startMs, text }) => `[${clock(startMs)}] ${text}`);
      return accept({
        text: [notice, ...(words.length > 0 ? words : ['(nothing was said)'])].join('\n'),
        brief: segments.map(({ text }) => text).join(' ') || 'nothing was said',
      });
    },
  };
}

function briefly({ kind, lines, palette }: LocalDescription): string {
  const text = lines.map((line) => line.text).join(' · ');
  const colours = [...new Set(palette?.slice(0, 3).map(({ name }) => name))].join(', ');
  return [
    ...(kind === undefined ? [] : [kind]),
    text === '' ? 'without text' : `with the text “${text}”`,
    ...(colours === '' ? [] : [`in ${colours}`]),
  ].join(', ');
}

function device(name: string, version: string) {
  return {
    id: `${name} ${version}`,
    model: name,
    host: thisDevice,
    place: 'device',
    fit: localFit,
    answers: false,
  } as const;
}
