// What each quarter of a picture is mostly made of.
import type { Picture } from '../pixels/picture.ts';
import { paletteOf, type ColourShare } from './palette.ts';

const quarters = ['top left', 'top right', 'bottom left', 'bottom right'] as const;
type Quarter = (typeof quarters)[number];

export interface Quadrant extends ColourShare {
  readonly place: Quarter;
}

/** The border between quarters, and the rim, are left out: that is where compression smears. */
export function quadrantsOf(picture: Picture): readonly Quadrant[] {
  const { width, height } = picture;
  const inset = Math.min(4, Math.floor(Math.min(width, height) / 8));
  const halfX = Math.floor(width / 2);
  const halfY = Math.floor(height / 2);
  return quarters.flatMap((place, index) => {
    const left = index % 2 === 0 ? 0 : halfX;
    const top = index < 2 ? 0 : halfY;
    const right = index % 2 === 0 ? Math.max(1, halfX) : width;
    const bottom = index < 2 ? Math.max(1, halfY) : height;
    const [main] = paletteOf(
      picture,
      [
        left + inset,
        top + inset,
        Math.max(left + 1, right - inset),
        Math.max(top + 1, bottom - inset),
      ],
      1,
      0,
    );
    return main ? [{ place, ...main }] : [];
  });
}
