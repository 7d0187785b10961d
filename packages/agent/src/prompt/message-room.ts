// How many pictures one message holds, on every face: the `images` section of the configuration decides, and nothing else.
import type { Outcome } from '@percept/core';
import { admitToMessage, messageLimits } from '@percept/core/internal';
import { imageSettings, type ImageSettings } from '../config/settings.ts';
import type { PromptPart } from '../loop/event.ts';

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
