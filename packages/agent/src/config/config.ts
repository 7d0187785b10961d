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
  readonly model: string;
  /** Always set: the address that receives what is sent. */
  readonly baseUrl: string;
  readonly apiKey?: Secret;
  /** Overrides what metadata and the table of names say. */
  readonly capabilities?: readonly string[];
  /** Overrides single figures of the model's profile. */
  readonly profile?: JsonObject;
  /** How much it can hold; with it, usage is shown against it and long sessions are compacted in time. */
  readonly maxContextTokens?: number;
  readonly price?: Price;
}

/** What the provider charges; without it no cost is shown. */
export interface Price {
  readonly usdPerMillionInput: number;
  readonly usdPerMillionOutput: number;
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
  readonly main?: ModelSpec;
  readonly vision?: RoleChoice;
  readonly audio?: RoleChoice;
  /** Who draws and who speaks on purpose; nobody by guess, because it is paid for. */
  readonly image?: ModelSpec;
  readonly speech?: ModelSpec;
  /** Everything that can be switched to, the roles' models included. */
  readonly models: readonly ModelSpec[];
  readonly strictRouting: boolean;
  /** Hosts of other providers that may see media, or `*` for any that is configured. */
  readonly consent: readonly string[];
  /** Whether servers on this machine are looked for. */
  readonly discovery: boolean;
  readonly bridge: BridgeSettings;
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
