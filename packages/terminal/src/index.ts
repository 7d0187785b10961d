export type { Cell, Graphics, GraphicsChoice, Multiplexer, Protocol } from './graphics.ts';
export type { Assessment, Surroundings, Variables } from './surroundings.ts';
export type { Findings } from './probe/choose.ts';
export type { ProbeOptions } from './probe/probe.ts';
export type { Match, Reply } from './probe/reply.ts';
export type { Split } from './probe/reply-splitter.ts';
export type { TmuxClient } from './probe/tmux-client.ts';
export type { ClipboardItem, ClipboardRequest } from './screen/clipboard.ts';
export type { InputSource } from './screen/input.ts';
export type { RestoreOptions } from './screen/restore.ts';
export {
  openTerminal,
  type KeyboardSource,
  type SessionOptions,
  type TerminalSession,
} from './screen/session.ts';
export { fitIn, drawingArea, type Cells, type DrawingArea, type Screen } from './placement.ts';
export { drawPicture, type Drawable, type Pixels } from './drawing.ts';
export type { Raster } from './raster.ts';
export { encodeKitty, type KittyPicture } from './kitty/direct.ts';
export type { PlacedPicture, Placeholders } from './kitty/placeholders.ts';
export { encodeIterm, type Extent, type InlineFile } from './iterm.ts';
export { encodeSixel, type SixelOptions } from './sixel/encode.ts';
export { encodeHalfBlocks, type ColourDepth } from './half-blocks.ts';
export { passThroughTmux } from './tmux.ts';
export { describeImage, type Described } from './words.ts';
