// tmux hands a sequence on to the terminal outside only when it is wrapped, with every escape doubled.

/**
 * A sequence as tmux hands it on to the terminal around it.
 *
 * @example stdout.write(passThroughTmux(encodeSixel(raster)));
 */
export function passThroughTmux(sequence: string): string {
  return `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
}
