// Who draws and who speaks, at this moment: the models that were named for it, and nobody by guess. Words, and pictures that
// are to be changed, go to them only where the person said so: in the configuration, or when asked.
import type { ImageModelV4, SpeechModelV4 } from '@ai-sdk/provider';
import { printable } from '@percept/core/internal';
import { refuse, type Outcome } from '@percept/core';
import { hostOf, isConsented, type ModelSpec, type Price } from '../config/index.ts';
import { imageModel, speechModel, type ModelCatalogue } from '../models/index.ts';

export interface Maker<Model> {
  /** As the provider calls it. */
  readonly model: string;
  readonly host: string;
  readonly price?: Price;
  /** On this machine, or a host that the user named: then nobody is asked again. */
  readonly isConsented: boolean;
  open(): Promise<Outcome<Model>>;
}

export type ImageMaker = Maker<ImageModelV4>;
export type SpeechMaker = Maker<SpeechModelV4>;

export interface Makers {
  readonly image?: ImageMaker | undefined;
  readonly speech?: SpeechMaker | undefined;
}

export function makersOf(
  { image, speech }: Pick<ModelCatalogue, 'image' | 'speech'>,
  consent: readonly string[],
): Makers {
  return {
    ...(image && { image: makerOf(image.spec, consent, 'draws', imageModel) }),
    ...(speech && { speech: makerOf(speech.spec, consent, 'speaks', speechModel) }),
  };
}

function makerOf<Model>(
  spec: ModelSpec,
  consent: readonly string[],
  does: string,
  load: (spec: ModelSpec) => Promise<Model | undefined>,
): Maker<Model> {
  const host = hostOf(spec.baseUrl);
  let opening: Promise<Model | undefined> | undefined;
  return {
    model: spec.model,
    host,
    ...(spec.price && { price: spec.price }),
    isConsented: isConsented(host, consent),
    open: async () => {
      const model = await (opening ??= load(spec));
      return model ? { ok: true, value: model } : refuse(notAble(spec, does));
    },
  };
}

function notAble({ model, provider }: ModelSpec, does: string) {
  return {
    refused: 'unavailable',
    message: `${printable(model, 100)} is a model of ${provider}, and none of those ${does}.`,
    hint: 'Name a model of openai, google or a server that speaks as OpenAI does.',
  } as const;
}

/** Says which setting is missing. */
export const nobodyDraws = {
  refused: 'unavailable',
  message: 'No model that draws is configured.',
  hint: 'Set PERCEPT_IMAGE_MODEL (for example openai/gpt-image-1, or google/gemini-2.5-flash-image) with the provider’s key in its usual variable, or "image" in percept.config.json.',
} as const;

export const nobodySpeaks = {
  refused: 'unavailable',
  message: 'No model that speaks is configured.',
  hint: 'Set PERCEPT_SPEECH_MODEL (for example openai/gpt-4o-mini-tts) with the provider’s key in its usual variable, or "speech" in percept.config.json.',
} as const;
