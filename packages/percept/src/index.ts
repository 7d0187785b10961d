export { openPercept, type OpenPerceptOptions, type Percept } from './open-percept.ts';
// An entry that is loaded with this one stays light (test/release/import-weight.test.ts): what works is loaded with its first call.
export {
  createMedia,
  defineDescriber,
  defineTool,
  type DescriberDefinition,
} from '@percept/agent/internal/definitions';
export type {
  Conversation,
  PerceptEvent,
  OwnTool,
  PerceptMemory,
  PlainTool,
  ToolDefinition,
  ToolOutput,
} from '@percept/agent/internal/library';
export { PerceptError, unwrap } from '@percept/core';
export { withPercept } from '@percept/core/ai-sdk';
export { hoistToolResultImages, type PerceptOptions } from '@percept/core/ai-sdk';
export {
  lowerRequest,
  LensSession,
  type Lowered,
  type LowerRequest,
  type MediaPort,
} from '@percept/core/lens';
export {
  estimateImageTokens,
  fitTarget,
  mediaUrl,
  overrideProfile,
  parseMediaUrl,
  resolveProfile,
  type ImageBlock,
  type ModelProfile,
  type Outcome,
  type Refusal,
  type StoredBlock,
} from '@percept/core';
export {
  openDoor,
  type Admitted,
  type Door,
  type DoorInput,
  type MediaSource,
} from '@percept/ingest';
export {
  createDarkroom,
  defineRenderer,
  standardRenderers,
  type Darkroom,
  type RendererDefinition,
} from '@percept/render';
export { openMemory, type Memory } from '@percept/store';
export type { Seen, Workspace } from '@percept/agent/tools';
