// A picture in words, for whoever cannot or will not be shown pixels. One line; nothing in it can command a terminal.
import { bound, checkFields, maybe, text } from '@percept/core/internal/options';
import { bytesText, printable } from '@percept/core/internal';

export interface Described {
  readonly width: number;
  readonly height: number;
  /** A media type, or a part of one. */
  readonly mime: string;
  readonly bytes: number;
  readonly name?: string;
  readonly alt?: string;
}

/**
 * One line about a picture that no name and no alternative text can turn into a command.
 *
 * @example describeImage({ width: 1024, height: 768, mime: 'image/png', bytes: 234_000, name: 'chart.png', alt: 'Sales' }) // '[image: 1024x768 png, 234 KB, chart.png — Sales]'
 */
export function describeImage(described: Described): string {
  checkFields('describeImage', described, {
    width: bound,
    height: bound,
    mime: text,
    bytes: bound,
    name: maybe(text),
    alt: maybe(text),
  });
  const { width, height, mime, bytes, name, alt } = described;
  const type = printable(mime.replace(/^image\//, ''), 40);
  const facts = [`${width}x${height} ${type}`, bytesText(bytes)];
  if (name) facts.push(printable(name));
  const words = alt ? ` — ${printable(alt, 500)}` : '';
  return `[image: ${facts.join(', ')}${words}]`;
}
