export {
  abilitiesOf,
  hostCapabilityMissing,
  isCapability,
  register,
  reservedCapabilities,
  type Capability,
  type Registration,
  type ReservedCapability,
} from './capability.ts';
export type { CapabilityRule } from './capability-table.ts';
export {
  modelCapabilities,
  type CapabilitySources,
  type KnownCapabilities,
} from './model-capabilities.ts';
export {
  parseSwitch,
  route,
  type DescriberChoice,
  type Route,
  type RouteQuestion,
} from './route.ts';
export type { MediaKind } from '../lens/media.ts';
