export {
  abilitiesOf,
  capabilitiesOf,
  hostCapabilityMissing,
  isCapability,
  parseCapability,
  register,
  reservedCapabilities,
  type Capability,
  type Registration,
  type ReservedCapability,
} from './capability.ts';
export {
  capabilityRules,
  modelCapabilities,
  type CapabilityRule,
  type CapabilitySources,
  type KnownCapabilities,
} from './model-capabilities.ts';
export {
  parseSwitch,
  placeholderText,
  route,
  type Describer,
  type MediaKind,
  type PlaceholderFacts,
  type Route,
  type RouteQuestion,
} from './route.ts';
