// What a model can take: the user's configuration, then the provider's metadata, then a table of names that the caller
// can put rules in front of. An unknown name takes text only: pixels that nobody promised to see are lost in silence.
import { maxModelNameChars } from '../limits.ts';
import { capabilityTable, type CapabilityRule } from './capability-table.ts';

export interface CapabilitySources {
  readonly configured?: readonly string[] | undefined;
  readonly metadata?: readonly string[] | undefined;
  readonly rules?: readonly CapabilityRule[] | undefined;
}

export interface KnownCapabilities {
  readonly capabilities: readonly string[];
  readonly knownFrom: 'configuration' | 'metadata' | 'name' | 'nothing';
}

export function modelCapabilities(
  model: string,
  sources: CapabilitySources = {},
): KnownCapabilities {
  if (sources.configured) return { capabilities: sources.configured, knownFrom: 'configuration' };
  if (sources.metadata) return { capabilities: sources.metadata, knownFrom: 'metadata' };
  // Fireworks writes a p where others write a point: `glm-5p3`.
  const name = model.toLowerCase().replaceAll(/(?<=\d)p(?=\d)/g, '.');
  const rule = [...(sources.rules ?? []), ...capabilityTable.rules].find((candidate) =>
    isNamed(name, candidate.model),
  );
  if (rule) return { capabilities: rule.capabilities, knownFrom: 'name' };
  return { capabilities: [], knownFrom: 'nothing' };
}

/** A pattern of a name looks for one piece behind another, from every place: in a name without end it would not be done. */
export function isNamed(name: string, pattern: RegExp): boolean {
  return name.length <= maxModelNameChars && pattern.test(name);
}
