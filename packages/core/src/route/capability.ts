// The model-capability vocabulary (seed 001 §A): reserved words, open by pattern, never an enum.

declare const brand: unique symbol;
export type Capability = string & { readonly [brand]: 'Capability' };

/** RFC 0031 §C and RFC 0055. `code-execution` is deliberately not among them: it is a matter of the sandbox. */
export const reservedCapabilities = [
  'structured-output',
  'discriminator-enum',
  'long-context',
  'reasoning',
  'function-calling',
  'vision-input',
  'audio-input',
  'audio-output',
  'image-output',
] as const;
export type ReservedCapability = (typeof reservedCapabilities)[number];

const pattern = /^([a-z][a-z0-9-]*|x-host-[a-z][a-z0-9-]*-[a-z][a-z0-9-]*)$/;

export function isCapability(value: unknown): value is Capability {
  return typeof value === 'string' && value.length <= 128 && pattern.test(value);
}

const words: ReadonlyMap<string, string> = new Map([
  ['vision-input', 'sees'],
  ['audio-input', 'hears'],
  ['image-output', 'draws'],
  ['audio-output', 'speaks'],
]);

/** What it can do with media, as lists of models say it: sees, hears, draws, speaks. */
export function abilitiesOf(capabilities: readonly string[]): readonly string[] {
  return [...words].flatMap(([name, word]) => (capabilities.includes(name) ? [word] : []));
}

/** The wire's error code, as RFC 0055 spells it. */
export const hostCapabilityMissing = 'host_capability_missing';

export type Registration =
  | { readonly registered: true }
  | {
      readonly registered: false;
      readonly error: typeof hostCapabilityMissing;
      readonly missing: readonly string[];
    };

/** A module that requires a capability registers only where it is advertised. */
export function register(required: readonly string[], advertised: readonly string[]): Registration {
  const offered = new Set(advertised);
  const missing = required.filter((capability) => !offered.has(capability));
  if (missing.length === 0) return { registered: true };
  return { registered: false, error: hostCapabilityMissing, missing };
}
