export { openPercept, type OpenPerceptOptions, type Percept } from './open-percept.ts';
export {
  defineDescriber,
  type Conversation,
  type ConversationEvent,
  type DescriberDefinition,
  type PlainTool,
} from '@percept/agent/internal/library';
export { PerceptError, unwrap } from '@percept/core';
export { withPercept } from '@percept/core/ai-sdk';
export {
  hoistToolResultImages,
  type PerceptEvent,
  type PerceptOptions,
} from '@percept/core/ai-sdk';
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
export { createDarkroom, standardRenderers, type Darkroom } from '@percept/render';
export { openMemory, type Memory } from '@percept/store';
export { createMedia, type Seen, type Workspace } from '@percept/agent/tools';
