// Who else may use a server: names and tokens from a file. A token is long enough that nobody guesses it, or the file is
// not taken.
import { inside, readList, readText } from '@percept/core/internal';
import { parseTenantId, refuse, accept, type Outcome, type Refusal } from '@percept/core';
import { localTenant } from '@percept/store';
import type { Credential } from './http/caller.ts';
import { maxTenants } from './limits.ts';

export interface Tenants {
  readonly credentials: readonly Credential[];
}

const minTokenChars = 24;

/**
 * `{ "tenants": [{ "name": "acme", "token": "…" }] }`. One name may have several tokens, so that a token can be replaced.
 *
 * @example readTenants(JSON.parse(text))
 */
export function readTenants(value: unknown): Outcome<Tenants> {
  const rows = readList(inside(value, 'tenants'));
  if (rows.length === 0 || rows.length > maxTenants)
    return invalid('it has no list "tenants" with at least one entry');
  const credentials: Credential[] = [];
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const tenant = parseTenantId(inside(row, 'name'));
    if (!tenant.ok) return invalid(`entry ${at + 1} has no name of letters, digits, "-" and "_"`);
    const token = readText(inside(row, 'token'));
    if (token === undefined || !/^[!-~]+$/.test(token) || token.length < minTokenChars)
      return invalid(
        `the token of entry ${at + 1} is not at least ${minTokenChars} visible characters`,
      );
    if (tenant.value === localTenant)
      return invalid(
        `entry ${at + 1} takes the name "${localTenant}", which is the person at this machine`,
      );
    if (seen.has(token)) return invalid(`the token of entry ${at + 1} is used twice`);
    seen.add(token);
    credentials.push({ token, tenant: tenant.value });
  }
  return accept({ credentials });
}

function invalid(what: string): { readonly ok: false; readonly refusal: Refusal } {
  return refuse({
    refused: 'invalid-input',
    message: `The file of tenants cannot be used: ${what}.`,
    hint: 'Write {"tenants": [{"name": "acme", "token": "…"}]}; make a token with: openssl rand -hex 24',
  });
}
