export {
  judge,
  judgedWires,
  prefixStable,
  rules,
  type Case,
  type Finding,
  type JudgedWire,
  type PrefixVerdict,
  type Rule,
  type SeenCall,
  type SeenMedia,
  type Verdict,
} from '@percept/core/internal/testing';
export {
  startCaptureServer,
  type CaptureOptions,
  type CaptureServer,
  type Script,
} from './capture-server.ts';
export type { CapturedRequest } from './captured-request.ts';
export {
  drawing,
  failure,
  text,
  toolCall,
  toolCalls,
  type MadeFile,
  type Reply,
  type ScriptedCall,
  type Usage,
} from './reply.ts';
