// A vision (or audio) model as a describer. The media goes as bytes in the request, never as an address; the answer is
// text parts only, without what the model thought.
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { accept, estimateImageTokens, fitTarget, refuse, type FitTarget } from '@percept/core';
import { hostOf, isLoopback, type BridgeSettings } from '../config/index.ts';
import {
  charsIn,
  languageModel,
  metered,
  tokensOfText,
  type KnownModel,
  type ModelCatalogue,
} from '../models/index.ts';
import type { DescribedKind, Describer, LookRequest } from './describer.ts';
import { classifyFailure, silence } from './failure.ts';
import { promptFor } from './prompt.ts';
import { withoutThinking } from './think-tags.ts';

export type RemoteSettings = Pick<
  BridgeSettings,
  'maxOutputTokens' | 'maxImageTokens' | 'promptVersion' | 'reasoning'
>;

/**
 * What a line-up's models look at and listen to: each only what it was chosen for, whatever else it could take. Where none
 * was named, whoever can: for models of its own host, or for all on this machine; the order of switching changes nothing.
 */
export function remoteDescribers(
  catalogue: Pick<ModelCatalogue, 'vision' | 'audio' | 'able'>,
  settings: RemoteSettings,
): readonly Describer[] {
  const { able } = catalogue;
  const guessed = (models: readonly KnownModel[] = [], kind: DescribedKind) =>
    models.map((known) => ({
      ...createRemoteDescriber(known, settings, [kind]),
      ...(!isLoopback(known.spec.baseUrl) && { onlyFor: hostOf(known.spec.baseUrl) }),
    }));
  const vision = able?.image.length ? undefined : catalogue.vision;
  const audio = able?.audio.length ? undefined : catalogue.audio;
  return [
    ...named({ ...(vision && { vision }), ...(audio && { audio }) }, settings),
    ...guessed(able?.image, 'image'),
    ...guessed(able?.audio, 'audio'),
  ];
}

function named(
  { vision, audio }: Pick<ModelCatalogue, 'vision' | 'audio'>,
  settings: RemoteSettings,
): readonly Describer[] {
  if (vision && vision === audio) return [createRemoteDescriber(vision, settings)];
  return [
    ...(vision ? [createRemoteDescriber(vision, settings, ['image'])] : []),
    ...(audio ? [createRemoteDescriber(audio, settings, ['audio'])] : []),
  ];
}

/** @example createRemoteDescriber(catalogue.vision, config.bridge, ['image']) */
export function createRemoteDescriber(
  known: KnownModel,
  settings: RemoteSettings,
  chosenFor: readonly DescribedKind[] = ['image', 'audio'],
): Describer {
  const { spec, capabilities } = known;
  const host = hostOf(spec.baseUrl);
  const fit = fitFor(known, settings.maxImageTokens);
  const takes = { image: 'vision-input', audio: 'audio-input' } as const;
  const kinds = chosenFor.filter((kind) => capabilities.includes(takes[kind]));
  let loading: Promise<LanguageModelV4> | undefined;
  return {
    id: JSON.stringify([spec.provider, spec.baseUrl, spec.model, settings.reasoning, fit]),
    model: spec.model,
    host,
    place: 'remote',
    kinds,
    fit,
    answers: true,
    look: async (request) => {
      loading ??= languageModel(spec);
      try {
        const model = billed(await loading, known, request);
        const { content } = await model.doGenerate({
          prompt: promptOf(request, settings),
          maxOutputTokens: settings.maxOutputTokens,
          abortSignal: request.signal,
          ...(settings.reasoning === 'off' && { reasoning: 'none' as const }),
        });
        const said = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
        const text = withoutThinking(said);
        return text === '' ? refuse(silence) : accept({ text });
      } catch (error) {
        return refuse(classifyFailure(error));
      }
    },
  };
}

/** Under the name by which the person knows the model. */
function billed(
  model: LanguageModelV4,
  { spec, profile }: KnownModel,
  { width, height, bill }: LookRequest,
): LanguageModelV4 {
  if (!bill) return model;
  const { name, price } = spec;
  const size = width !== undefined && height !== undefined ? { width, height } : undefined;
  const media = size && estimateImageTokens(profile.image.tokens, size);
  return metered(model, {
    model: name,
    host: hostOf(spec.baseUrl),
    purpose: 'describe',
    price,
    estimatedInput: (prompt) => tokensOfText(charsIn(prompt)) + (media ?? 0),
    bill,
  });
}

function promptOf(
  request: LookRequest,
  { promptVersion }: Pick<RemoteSettings, 'promptVersion'>,
): LanguageModelV4Prompt {
  const { system, user } = promptFor(promptVersion, request);
  return [
    { role: 'system', content: system },
    {
      role: 'user',
      content: [
        { type: 'text', text: user },
        {
          type: 'file',
          mediaType: request.mime,
          data: { type: 'data', data: request.bytes },
        },
      ],
    },
  ];
}

const patchPx = 28;

function fitFor({ profile }: KnownModel, maxImageTokens: number | undefined): FitTarget {
  const own = fitTarget(profile, 1);
  if (maxImageTokens === undefined) return own;
  const sizePx = own.patches?.sizePx ?? patchPx;
  const max = Math.min(own.patches?.max ?? Infinity, maxImageTokens);
  return {
    ...own,
    patches: { sizePx, max },
    maxPixels: Math.min(own.maxPixels, max * sizePx ** 2),
  };
}
