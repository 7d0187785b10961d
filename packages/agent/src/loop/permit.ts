// Who answers for the person. Whoever cannot be asked has not permitted anything.
import type { Permission, PermissionAnswer } from '@percept/core/internal/permission';

export type Permit = (
  permission: Permission,
  callId: string,
  signal: AbortSignal,
) => Promise<PermissionAnswer>;
