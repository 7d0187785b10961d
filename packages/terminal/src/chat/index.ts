export type { LiveChat, LiveChatOptions } from './app.ts';
export type {
  Appraisal,
  Arrival,
  AskOptions,
  Attachment,
  ChatEvent,
  ChatHost,
  Conversation,
  ModelFacts,
  Picture,
  Seen,
  SeenSlot,
  SessionFacts,
  Usage,
} from './conversation.ts';
export { runLiveChat } from './live.ts';
export { answerOnce, runPlainChat, type PlainChatOptions } from './plain.ts';
