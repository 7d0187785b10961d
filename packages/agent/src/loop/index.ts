export { AgentSession, type Forecast, type TurnOptions } from './agent-session.ts';
export { type AgentParts } from './parts.ts';
export { type Permit } from './permit.ts';
export { type ToolAnswer } from './toolbox.ts';
export { type LoopEvent, type Onlooker, type PromptPart, type TurnEnd } from './event.ts';
export {
  type Answerer,
  type LoopModel,
  type Models,
  type OpenBridge,
  type Shown,
} from './model.ts';
export { placeIn, usageIn, type SessionPlace } from './facts.ts';
export { attachmentFates, type AttachmentFate } from './attachment-words.ts';
export { type Lowered } from './model-client.ts';
export { type Estimate, type ReportSlot, type RequestReport } from './report.ts';
export { ReportReader, type RecordedReport } from './report-entry.ts';
export { AnswerMedia } from './answer-media.ts';
export { MadeMedia } from './made.ts';
export { withoutPayloads } from './payload.ts';
export { callModel, type CallMessage, type CallOutcome } from './model-call.ts';
export { replay, Replayer } from './replay.ts';
export { noUsage, readUsage, type ModelUsage, type Price, type TurnUsage } from './usage.ts';
