// The host that really receives what is sent: consent and credentials follow the host, never the name.

/** Host and port, without user, password, path or query: what may be shown and compared. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'unknown host';
}

export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Consent follows the host: the one that receives the conversation anyway needs none, and a server on this machine hands
 * nothing to another provider by our doing. Every other host is named by the user, or sees nothing.
 *
 * @example isConsented('api.openai.com', ['api.openai.com']) // true
 */
export function isConsented(host: string, consent: readonly string[]): boolean {
  return isLoopback(`http://${host}`) || consent.some((name) => covers(name, host));
}

function covers(name: string, host: string): boolean {
  const wanted = name.trim().toLowerCase();
  return wanted === '*' || wanted === host || wanted === host.replace(/:\d+$/, '');
}
