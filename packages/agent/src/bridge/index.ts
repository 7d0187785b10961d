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
export { createRemoteDescriber, type RemoteSettings } from './remote-describer.ts';
export {
  createLocalDescriber,
  createLocalListener,
  type LocalEars,
  type LocalEyes,
} from './local-describer.ts';
export { disclosures, type BridgeEvent } from './event.ts';
export { withBridge, type BridgedOptions } from './with-bridge.ts';
export { answerQuestion } from './look-again.ts';
export { isNoRouteError } from './no-route-error.ts';
