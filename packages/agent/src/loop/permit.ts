// Who answers for the person, and what they allowed for longer than once. Whoever cannot be asked has not permitted anything.
import { Grants, type Permission, type PermissionAnswer } from '@percept/core/internal/permission';

export type Permit = (
  permission: Permission,
  callId: string,
  signal: AbortSignal,
) => Promise<PermissionAnswer>;

/** Of one session, and over with it. */
export class SessionPermissions {
  readonly #grants = new Grants();

  async ask(
    permission: Permission,
    callId: string,
    turn: { readonly signal: AbortSignal; readonly permit: Permit | undefined } | undefined,
  ): Promise<boolean> {
    if (this.#grants.covers(permission)) return true;
    if (!turn?.permit) return false;
    const answer = await turn
      .permit(permission, callId, turn.signal)
      .catch(() => 'denied' as const);
    if (answer === 'denied' || turn.signal.aborted || !permission.scopes.includes(answer))
      return false;
    this.#grants.remember(permission, answer);
    return true;
  }
}
