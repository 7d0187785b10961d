// For sister packages only: not public, and without a promise between versions.
export { graphicsChoices, isGraphicsChoice, plainGraphics } from './graphics.ts';
export { defaultScreen } from './limits.ts';
export { assess } from './surroundings.ts';
export type { TerminalClipboard } from './screen/clipboard.ts';
export { createRaster } from './raster.ts';
