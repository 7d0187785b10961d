// A region of text, turned upright, at the height that a recogniser reads.
import { emptyPicture, type Picture } from '../pixels/picture.ts';
import { resample } from '../pixels/resample.ts';
import type { Region } from './geometry.ts';

/** Upright regions are cut on whole pixels; others are turned with bilinear sampling at their own size first. */
export function cropRegion(picture: Picture, region: Region): Picture {
  return region.angle === 0 ? cutOut(picture, region) : straightened(picture, region);
}

export function toLineHeight(crop: Picture, heightPx: number, maxWidthPx: number): Picture {
  const width = Math.round((crop.width * heightPx) / crop.height);
  return resample(crop, Math.max(8, Math.min(maxWidthPx, width)), heightPx);
}

function cutOut(picture: Picture, { centre, width, height }: Region): Picture {
  const left = Math.max(0, Math.round(centre.x - width / 2));
  const top = Math.max(0, Math.round(centre.y - height / 2));
  const right = Math.min(picture.width, Math.max(left + 1, Math.round(centre.x + width / 2)));
  const bottom = Math.min(picture.height, Math.max(top + 1, Math.round(centre.y + height / 2)));
  const result = emptyPicture(Math.max(1, right - left), Math.max(1, bottom - top));
  for (let y = 0; y < result.height; y += 1) {
    const from = ((top + y) * picture.width + left) * 3;
    result.data.set(picture.data.subarray(from, from + result.width * 3), y * result.width * 3);
  }
  return result;
}

/** By a quarter turn. */
export function turned(picture: Picture, direction: 'left' | 'right'): Picture {
  const { width, height, data } = picture;
  const result = emptyPicture(height, width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const column = direction === 'left' ? y : height - 1 - y;
      const row = direction === 'left' ? width - 1 - x : x;
      const from = (y * width + x) * 3;
      result.data.set(data.subarray(from, from + 3), (row * height + column) * 3);
    }
  }
  return result;
}

function straightened(picture: Picture, region: Region): Picture {
  const width = Math.max(1, Math.round(region.width));
  const height = Math.max(1, Math.round(region.height));
  const cos = Math.cos(region.angle);
  const sin = Math.sin(region.angle);
  const result = emptyPicture(width, height);
  for (let y = 0; y < height; y += 1) {
    const across = y + 0.5 - height / 2;
    for (let x = 0; x < width; x += 1) {
      const along = x + 0.5 - width / 2;
      const sourceX = region.centre.x + along * cos - across * sin - 0.5;
      const sourceY = region.centre.y + along * sin + across * cos - 0.5;
      sample(picture, sourceX, sourceY, result.data, (y * width + x) * 3);
    }
  }
  return result;
}

function sample(picture: Picture, x: number, y: number, to: Uint8Array, at: number): void {
  const { width, height, data } = picture;
  const cx = Math.min(Math.max(x, 0), width - 1);
  const cy = Math.min(Math.max(y, 0), height - 1);
  const left = Math.floor(cx);
  const top = Math.floor(cy);
  const right = Math.min(left + 1, width - 1);
  const bottom = Math.min(top + 1, height - 1);
  const fx = cx - left;
  const fy = cy - top;
  for (let channel = 0; channel < 3; channel += 1) {
    const pixel = (px: number, py: number): number => data[(py * width + px) * 3 + channel] ?? 0;
    const upper = pixel(left, top) * (1 - fx) + pixel(right, top) * fx;
    const lower = pixel(left, bottom) * (1 - fx) + pixel(right, bottom) * fx;
    to[at + channel] = Math.round(upper * (1 - fy) + lower * fy);
  }
}
