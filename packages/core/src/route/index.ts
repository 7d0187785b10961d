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
export {
  modelCapabilities,
  type CapabilityRule,
  type CapabilitySources,
  type KnownCapabilities,
} from './model-capabilities.ts';
export {
  parseSwitch,
  route,
  type Describer,
  type MediaKind,
  type Route,
  type RouteQuestion,
} from './route.ts';
