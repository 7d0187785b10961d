export { runLiveChat, type LiveChat, type LiveChatOptions } from './app.ts';
export {
  type Appraisal,
  type Arrival,
  type AskOptions,
  type Attachment,
  type ChatEvent,
  type ChatHost,
  type Conversation,
  type ModelFacts,
  type Picture,
  type Seen,
  type SeenSlot,
  type SessionFacts,
  type Usage,
} from './conversation.ts';
export { answerOnce, runPlainChat, type PlainChatOptions } from './plain.ts';
