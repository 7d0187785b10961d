// The providers by the names that people write, with the host that really receives what is sent: consent and credentials
// follow the host, never the name.

export const providerKinds = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;
export type ProviderKind = (typeof providerKinds)[number];

export interface ProviderFacts {
  readonly baseUrl?: string;
  readonly keyVariable: string;
  readonly baseUrlVariable?: string;
  /** Used when a key is all that is configured. */
  readonly defaultModel?: string;
}

export const providers: Readonly<Record<ProviderKind, ProviderFacts>> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    baseUrlVariable: 'OPENAI_BASE_URL',
    defaultModel: 'gpt-5.4',
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    defaultModel: 'claude-opus-4-8',
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    defaultModel: 'gemini-3-pro-preview',
  },
  'openai-compatible': { keyVariable: 'OPENAI_API_KEY', baseUrlVariable: 'OPENAI_BASE_URL' },
};

/** Servers that people run on their own machine, at the ports where they listen unless told otherwise. */
export const localServers = ['ollama', 'llamacpp', 'lmstudio', 'vllm'] as const;
export type LocalServer = (typeof localServers)[number];

export const localServerUrls: Readonly<Record<LocalServer, string>> = {
  ollama: 'http://127.0.0.1:11434/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  vllm: 'http://127.0.0.1:8000/v1',
};

/** Host and port, without user, password, path or query: what may be shown and compared. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'unknown host';
}

export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
