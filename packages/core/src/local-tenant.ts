// Whoever does not say whose a session is means the person at this machine.
import { parseTenantId, type TenantId } from './ids.ts';

const local = parseTenantId('local');
if (!local.ok) throw new TypeError('The name of the local tenant is no tenant id.');

/**
 * The owner of every session that was opened without one, and of all that were there before tenants were.
 *
 * @example await memory.sessions.list({ tenant: localTenant });
 */
export const localTenant: TenantId = local.value;
