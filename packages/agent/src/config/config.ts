// Configuration as the rest of the runtime reads it: parsed, layered and complete. Nothing below this file looks at the
// environment or at a file.
import type { JsonObject } from '@percept/core';
import type { VendorId } from '@percept/core/internal/vendor';
import type { ProviderKind } from './provider.ts';
import type { Secret } from './secret.ts';
import type { BridgeSettings, ImageSettings } from './settings.ts';

export interface ModelSpec {
  /** What the picker and the configuration call it. */
  readonly name: string;
  /** The package that speaks with it. */
  readonly provider: ProviderKind;
  /** Whose it is, where the address is one that the table of vendors knows. */
  readonly vendor?: VendorId;
  /** As its provider calls it. */
  readonly model: string;
  /** The address that receives what is sent; without one, the provider's own. */
  readonly baseUrl: string;
  /** `{ env: NAME }`, or the key itself; without it the provider's own variables are asked. */
  readonly apiKey?: Secret;
  /** Overrides what metadata and the table of names say. */
  readonly capabilities?: readonly string[];
  /** Overrides single figures of the model's profile. */
  readonly profile?: JsonObject;
  /** How much it can hold; with it, usage is shown against it and long sessions are compacted in time. */
  readonly maxContextTokens?: number;
  /** What it costs; without it no cost is shown. */
  readonly price?: Price;
}

/** What the provider charges; without it no cost is shown. */
export interface Price {
  /** Of tokens that are read. */
  readonly usdPerMillionInput: number;
  /** Of tokens that are written. */
  readonly usdPerMillionOutput: number;
  /** Of tokens that come from a prompt cache. */
  readonly usdPerMillionCachedInput?: number;
  /** Of a model that draws: then tokens are not counted. */
  readonly usdPerImage?: number;
  /** Of a model that speaks. */
  readonly usdPerMillionCharacters?: number;
}

/** Who looks or listens for a model that cannot. */
export type RoleChoice =
  | { readonly kind: 'model'; readonly model: ModelSpec }
  /** Local eyes or ears, chosen by name. */
  | { readonly kind: 'local' };

export interface PerceptConfig {
  /** Who answers; without it local eyes do. */
  readonly main?: ModelSpec;
  /** Who looks for a model that cannot see: a model, or `local` for local eyes. */
  readonly vision?: RoleChoice;
  /** Who listens for a model that cannot hear: a model, or `local` for local ears. */
  readonly audio?: RoleChoice;
  /** Who draws on purpose; nobody by guess, because it is paid for. */
  readonly image?: ModelSpec;
  /** Who speaks on purpose; nobody by guess, because it is paid for. */
  readonly speech?: ModelSpec;
  /** Everything that can be switched to, the roles' models included. */
  readonly models: readonly ModelSpec[];
  /** Whether media that no model can take is an error; otherwise it becomes words. */
  readonly strictRouting: boolean;
  /** Hosts of other providers that may see media, or `*` for any that is configured. */
  readonly consent: readonly string[];
  /** Whether servers on this machine are looked for. */
  readonly discovery: boolean;
  /** What looking for another model may spend. */
  readonly bridge: BridgeSettings;
  /** What may be attached. */
  readonly images: ImageSettings;
  /** Where it came from, outermost first: names for people. */
  readonly sources: readonly string[];
  /** What a person should know about it. */
  readonly notes: readonly string[];
  /** The project's own file, where there is one. */
  readonly project?: ProjectFile;
}

/** A file that came with the folder, and what this user thinks of it. */
export interface ProjectFile {
  readonly path: string;
  readonly uid: number;
  readonly sha256: string;
  /** `harmless`: it asks for nothing that needs trust. `changed`: other content was trusted. */
  readonly standing: 'trusted' | 'harmless' | 'changed' | 'unknown';
  /** What it wants beyond that, in words; nothing of it is used before it is trusted. */
  readonly asks: readonly string[];
}
