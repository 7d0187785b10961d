export { classifyRefusal, type FaultKind, type MediaFault, type ProviderRefusal } from './fault.ts';
export { degrade, type Degraded } from './degrade.ts';
