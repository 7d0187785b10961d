// The packages that speak to a model. Who the vendors are stands in one table in core.
import { vendors, type VendorId } from '@percept/core/internal/vendor';

export type ProviderKind = 'openai' | 'anthropic' | 'google' | 'openai-compatible';

/** A server of one's own that is in no table: it needs an address. */
export const anyServer = 'openai-compatible';

/** The package that spells the vendor's wire. */
export function providerOf(vendor: VendorId | undefined): ProviderKind {
  if (vendor === undefined) return anyServer;
  switch (vendors[vendor].wire) {
    case 'responses':
      return 'openai';
    case 'anthropic-messages':
      return 'anthropic';
    case 'gemini':
      return 'google';
    case 'chat-completions':
      return 'openai-compatible';
  }
}

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
