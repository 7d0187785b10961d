// Consent follows the host: the one that receives the conversation anyway needs none, and a server on this machine hands
// nothing to another provider by our doing. Every other host is named by the user, or sees nothing.
import { isLoopback } from './provider.ts';

/** @example isConsented('api.openai.com', ['api.openai.com']) // true */
export function isConsented(host: string, consent: readonly string[]): boolean {
  return isLoopback(`http://${host}`) || consent.some((name) => covers(name, host));
}

function covers(name: string, host: string): boolean {
  const wanted = name.trim().toLowerCase();
  return wanted === '*' || wanted === host || wanted === host.replace(/:\d+$/, '');
}
