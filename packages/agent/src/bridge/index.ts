export { assembleBridge, type AssembleOptions } from './assemble.ts';
export { bridgedPort, chatOf, createBridge, type Bridge, type BridgeOptions } from './bridge.ts';
export { type BridgeTurn, type Said } from './turn.ts';
export {
  createSessionBridge,
  type Reader,
  type SessionBridge,
  type Tell,
} from './session-bridge.ts';
export { type Chat, type Choice } from './choose-route.ts';
export { type DescribedKind, type Describer, type LookRequest, type Told } from './describer.ts';
export { type RemoteSettings } from './remote-describer.ts';
export { type LocalEars, type LocalEyes } from './local-describer.ts';
export { type BridgeEvent } from './event.ts';
export { withBridge, type BridgedOptions } from './with-bridge.ts';
