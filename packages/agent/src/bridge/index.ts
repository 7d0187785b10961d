export { bridgedPort, chatOf, createBridge, type Bridge, type BridgeOptions } from './bridge.ts';
export type { BridgeTurn, Said } from './turn.ts';
export {
  createSessionBridge,
  type Reader,
  type SessionBridge,
  type Tell,
} from './session-bridge.ts';
export { routingOf, type Chat, type Choice } from './choose-route.ts';
export type { DescribedKind, Describer, LookRequest, Told } from './describer.ts';
export type { RemoteSettings } from './remote-describer.ts';
export { createLocalListener, type LocalEars, type LocalEyes } from './local-describer.ts';
export type { BridgeEvent } from './event.ts';
export { withBridge, type BridgedOptions } from './with-bridge.ts';
