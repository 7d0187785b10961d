// tmux hands a sequence on to the terminal outside only when it is wrapped, with every escape doubled.
import { checkOptions, text } from '@percept/core/internal/options';

/**
 * A sequence as tmux hands it on to the terminal around it.
 *
 * @example stdout.write(passThroughTmux(encodeSixel(raster)));
 */
export function passThroughTmux(sequence: string): string {
  checkOptions('passThroughTmux', { sequence }, { sequence: text });
  return `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
}
