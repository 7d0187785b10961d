// The folder that the tools of one tenant work in.
import { createHash } from 'node:crypto';
import type { TenantId } from '@percept/core';

/** How it is called before its tenant and before models: where it lies is the server's business. */
export const tenantFolderName = 'your folder';

/** Two tenants never share one, also where a file system does not tell A from a. */
export function folderOf(tenant: TenantId): string {
  const digest = createHash('sha256').update(tenant).digest('hex');
  return `${tenant.toLowerCase()}-${digest.slice(0, 12)}`;
}
