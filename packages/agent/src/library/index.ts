export {
  openParts,
  type Percept,
  type PerceptParts,
  type PlainToolOptions,
} from './open-percept.ts';
export type { PlainTool } from './plain-tools.ts';
export type {
  AppendOptions,
  Conversation,
  ForecastOptions,
  PerceptEvent,
  ModelOptions,
  PerceptMemory,
  SayOptions,
} from './conversation.ts';
export type { OwnTool, ToolDefinition, ToolOutput } from '../tools/define-tool.ts';
export { localDescribers } from '../bridge/local-describer.ts';
