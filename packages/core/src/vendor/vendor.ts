// Who stands behind the first word of `provider/model`, and where that vendor's key may go: to its own hosts, over TLS,
// and nowhere else. A word that is in no row is nobody, never the nearest vendor.
import type { Wire } from '../profile/placement.ts';
import { vendorTable } from './table.ts';

export interface Vendor {
  /** Other words that people write for it. */
  readonly aliases: readonly string[];
  readonly wire: Exclude<Wire, 'bedrock-converse'>;
  /** With its version. Absent where every customer has an address of their own. */
  readonly baseUrl?: string;
  /** What stands behind the host where somebody wrote the host alone. */
  readonly path: string;
  /** Further hosts of the same vendor: host and, where it is not the usual one, port. */
  readonly otherHosts?: readonly string[];
  /** The first that is set is taken. */
  readonly keyVariables: readonly string[];
  readonly keyHeader: 'authorization' | 'x-api-key' | 'x-goog-api-key' | 'api-key';
  /** Where the user's own environment may name another address. */
  readonly baseUrlVariable?: string;
  /** Used when a key is all that is configured. */
  readonly defaultModel?: string;
  /** Models that are known to be this vendor's by their name alone. */
  readonly ownNames?: RegExp;
  /** `machine`: a server that people run themselves, on loopback. */
  readonly place: 'remote' | 'machine';
}

export type VendorId = keyof typeof vendorTable;

export const vendors: Readonly<Record<VendorId, Vendor>> = vendorTable;

export const vendorIds: readonly VendorId[] = Object.keys(vendorTable).filter(isVendorId);

function isVendorId(word: string): word is VendorId {
  return Object.hasOwn(vendorTable, word);
}

/** @example findVendor('gemini') // 'google' */
export function findVendor(word: string): VendorId | undefined {
  const wanted = word.trim().toLowerCase();
  if (isVendorId(wanted)) return wanted;
  return vendorIds.find((id) => vendors[id].aliases.includes(wanted));
}

/** Whose model it is, where its name alone says so. @example vendorOfName('claude-opus-4-8') // 'anthropic' */
export function vendorOfName(model: string): VendorId | undefined {
  return vendorIds.find((id) => vendors[id].ownNames?.test(model));
}

export function vendorsOfKey(variable: string): readonly VendorId[] {
  return vendorIds.filter((id) => vendors[id].keyVariables.includes(variable));
}

/** Whether an address is one of the vendor's own. Plain http, another port or a longer name is not. */
export function isOwnAddress(id: VendorId, address: string): boolean {
  const { baseUrl, otherHosts = [], place } = vendors[id];
  if (baseUrl === undefined || !URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  if (protocol !== 'https:' && place === 'remote') return false;
  return host === new URL(baseUrl).host || otherHosts.includes(host);
}

/** The key that a user has for a vendor, from the first of its variables that is set. */
export function keyVariableOf(
  id: VendorId,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return vendors[id].keyVariables.find((name) => variables[name]?.trim());
}
