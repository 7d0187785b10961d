export {
  graphicsChoices,
  isGraphicsChoice,
  plainGraphics,
  type Cell,
  type Graphics,
  type GraphicsChoice,
  type Multiplexer,
  type Protocol,
} from './graphics.ts';
export { defaultCell, defaultScreen, terminalLimits } from './limits.ts';
export { assess, type Assessment, type Surroundings, type Variables } from './surroundings.ts';
export { chooseGraphics, drawsPlaceholders, type Findings } from './probe/choose.ts';
export { batchFor, fence } from './probe/queries.ts';
export { GraphicsProbe, type ProbeOptions } from './probe/probe.ts';
export { matchReply, type Match, type Reply } from './probe/reply.ts';
export { ReplySplitter, type Split } from './probe/reply-splitter.ts';
export { askTmux, parseTmuxClient, type TmuxClient } from './probe/tmux-client.ts';
export {
  TerminalClipboard,
  type ClipboardItem,
  type ClipboardRequest,
} from './screen/clipboard.ts';
export { TerminalInput, type InputSource } from './screen/input.ts';
export { TerminalGuard, type RestoreOptions } from './screen/restore.ts';
export {
  openTerminal,
  type KeyboardSource,
  type SessionOptions,
  type TerminalSession,
} from './screen/session.ts';
export { cellsOf, fitIn, roomOn, type Cells, type Room, type Screen } from './placement.ts';
export { drawPicture, type Drawable, type Pixels } from './drawing.ts';
export { createRaster, type Raster } from './raster.ts';
export { decodePng } from './png/decode.ts';
export { encodePng } from './png/encode.ts';
export { encodeKitty, type KittyPicture } from './kitty/direct.ts';
export { encodePlaceholders, type PlacedPicture, type Placeholders } from './kitty/placeholders.ts';
export { encodeIterm, encodeItermParts, type Extent, type InlineFile } from './iterm.ts';
export { encodeSixel, type SixelOptions } from './sixel/encode.ts';
export { encodeHalfBlocks, type ColourDepth } from './half-blocks.ts';
export { passThroughTmux } from './tmux.ts';
export { describeImage, type Described } from './words.ts';
