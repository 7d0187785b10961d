export { createRead, type ReadText } from './read.ts';
export { createView, type Perception, type Seen } from './view.ts';
export {
  clock,
  createListen,
  listenSchema,
  type Asked,
  type Heard,
  type Listen,
  type Span,
} from './listen.ts';
export { createDraw, drawSchema, type Drawing } from './draw.ts';
export { createSay, saySchema, type Speaking } from './say.ts';
export { createEdit, type Edited } from './edit.ts';
export { captionsOf } from './caption.ts';
export { createMedia } from './media.ts';
export { folderGuard } from './folder-handle.ts';
export { createFreshness, type Freshness } from './freshness.ts';
export { parseRegion } from './view-input.ts';
export { type Tool, type ToolCapability, type ToolOptions } from './tool.ts';
export { type Attachment, type Sighting, type Workspace } from './workspace.ts';
