// What one message holds, on every face. How many pictures: the `images` section of the configuration decides, and nothing else.
import { accept, type Outcome } from '@percept/core';
import { admitToMessage, messageLimits } from '@percept/core/internal';
import { imageSettings, type ImageSettings } from '../config/settings.ts';
import type { PromptPart } from '../loop/event.ts';
import { withoutPayloads } from '../loop/payload.ts';
import { withOwnNames } from './attachment-name.ts';

/** How much their pixels weigh is known when they are fitted, and bounded there. */
export function admitPictures(
  parts: readonly PromptPart[],
  { maxPerMessage }: Pick<ImageSettings, 'maxPerMessage'> = imageSettings,
): Outcome<unknown> {
  return admitToMessage(
    parts.filter((part) => part.type !== 'text'),
    { ...messageLimits, maxImagesPerMessage: maxPerMessage, maxBytesPerMessage: Infinity },
  );
}

/** The parts as they are recorded: within the limits of one message, without payloads, each under a name of its own. */
export function admitPrompt(
  prompt: readonly PromptPart[],
  isTaken: (name: string) => boolean,
  images?: Pick<ImageSettings, 'maxPerMessage'>,
): Outcome<readonly PromptPart[]> {
  const admitted = admitPictures(prompt, images);
  if (!admitted.ok) return admitted;
  return accept(
    withOwnNames(prompt, isTaken).map((part) =>
      part.type === 'text' ? { ...part, text: withoutPayloads(part.text) } : part,
    ),
  );
}
