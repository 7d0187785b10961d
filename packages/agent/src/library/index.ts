export {
  openParts,
  type Percept,
  type PerceptParts,
  type PlainToolOptions,
} from './open-percept.ts';
export { type PlainTool } from './plain-tools.ts';
export {
  type Conversation,
  type ConversationEvent,
  type ModelOptions,
  type SayOptions,
} from './conversation.ts';
export { defineDescriber, type DescriberDefinition } from '../bridge/define-describer.ts';
export { localDescribers } from '../bridge/local-describer.ts';
