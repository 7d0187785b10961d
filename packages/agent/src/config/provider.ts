// The packages that speak to a model. Who the vendors are stands in one table in core.
import { vendors, type VendorId } from '@percept/core/internal/vendor';

export type ProviderKind = 'openai' | 'anthropic' | 'google' | 'openai-compatible';

/** A server of one's own that is in no table: it needs an address. */
export const anyServer = 'openai-compatible';

/** The package that spells the vendor's wire. */
export function providerOf(vendor: VendorId | undefined): ProviderKind {
  return vendor === undefined ? anyServer : packages[vendors[vendor].wire];
}

const packages = {
  responses: 'openai',
  'anthropic-messages': 'anthropic',
  gemini: 'google',
  'chat-completions': anyServer,
} as const;

/** Servers that people run on their own machine, at the ports where they listen unless told otherwise. */
export const localServers = [
  'ollama',
  'llamacpp',
  'lmstudio',
  'vllm',
] as const satisfies readonly VendorId[];
export type LocalServer = (typeof localServers)[number];

export function isLocalServer(vendor: VendorId | undefined): vendor is LocalServer {
  return localServers.some((server) => server === vendor);
}
