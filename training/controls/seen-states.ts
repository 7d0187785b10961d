// A state that nobody can see is none: the truths of a page, judged by its pictures without and with the states of its controls.
import { isRecord } from '@percept/core/internal';
import sharp from 'sharp';

interface Drawn {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly scale: number;
}

/** The truths without states that nobody can see: browser.py judges what the network is trained on in the same way. */
export async function withSeenStates(told: unknown, drawn: Drawn): Promise<readonly unknown[]> {
  const [before, after] = await Promise.all(
    [drawn.before, drawn.after].map((bytes) =>
      sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  );
  if (!Array.isArray(told) || !before || !after) return [];
  const { width, height } = after.info;
  const pad = Math.round(4 * drawn.scale);
  const isSeen = ([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]): boolean => {
    let changed = 0;
    for (
      let y = Math.max(0, Math.trunc(top) - pad);
      y <= Math.min(height - 1, bottom + pad);
      y += 1
    )
      for (
        let x = Math.max(0, Math.trunc(left) - pad);
        x <= Math.min(width - 1, right + pad);
        x += 1
      )
        if (
          [0, 1, 2].some((channel) => {
            const at = (y * width + x) * 3 + channel;
            return Math.abs((before.data[at] ?? 0) - (after.data[at] ?? 0)) > leastChange;
          })
        )
          changed += 1;
    return changed >= leastPixels;
  };
  return told.map((truth: unknown) =>
    isRecord(truth) && Array.isArray(truth['box']) && !isSeen(truth['box'].map(Number))
      ? { ...truth, disabled: false, focused: false }
      : truth,
  );
}
const leastChange = 12;
const leastPixels = 6;
