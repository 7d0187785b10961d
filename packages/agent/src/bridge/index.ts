export { assembleBridge, type AssembleOptions } from './assemble.ts';
export { bridgedPort, chatOf, createBridge, type Bridge, type BridgeOptions } from './bridge.ts';
export type { BridgeTurn, Said } from './turn.ts';
export {
  createSessionBridge,
  type Reader,
  type SessionBridge,
  type Tell,
} from './session-bridge.ts';
export type { Chat, Choice } from './choose-route.ts';
export type { DescribedKind, Describer, LookRequest, Told } from './describer.ts';
export type { RemoteSettings } from './remote-describer.ts';
export type { LocalEars, LocalEyes } from './local-describer.ts';
export type { BridgeEvent } from './event.ts';
export { withBridge, type BridgedOptions } from './with-bridge.ts';
