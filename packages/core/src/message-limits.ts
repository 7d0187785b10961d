// What one message may hold in all. Each image alone is bounded at the door; this bounds their sum.
import type { MediaBlock } from './block.ts';
import { messageLimits, type MessageLimits } from './limits.ts';
import { accept, refuse, type Outcome } from './outcome.ts';

/** Accepts the blocks of one message, or says which limit they cross together. */
export function admitToMessage(
  blocks: readonly MediaBlock[],
  limits: MessageLimits = messageLimits,
): Outcome<readonly MediaBlock[]> {
  const images = blocks.filter((block) => block.type === 'image').length;
  if (images > limits.maxImagesPerMessage)
    return refuse({
      refused: 'too-many',
      message: `This message holds ${images} images, and at most ${limits.maxImagesPerMessage} are allowed.`,
      hint: 'Send the rest in another message.',
      limit: { name: 'maxImagesPerMessage', max: limits.maxImagesPerMessage, actual: images },
    });
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
  if (bytes > limits.maxBytesPerMessage)
    return refuse({
      refused: 'too-large',
      message: `The media of this message weighs ${bytes} bytes, and at most ${limits.maxBytesPerMessage} are allowed.`,
      hint: 'Send some of it in another message.',
      limit: { name: 'maxBytesPerMessage', max: limits.maxBytesPerMessage, actual: bytes },
    });
  return accept(blocks);
}
