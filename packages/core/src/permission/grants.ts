// What a person has allowed for longer than once. It lives as long as the session, and covers exactly what the answer said: a
// file, a tool with these arguments, a kind of call; never a protected file.
import type { Permission, PermissionScope } from './permission.ts';

export class Grants {
  readonly #keys = new Set<string>();

  covers(permission: Permission): boolean {
    return permission.scopes.some((scope) => this.#keys.has(keyOf(permission, scope) ?? ''));
  }

  remember(permission: Permission, scope: PermissionScope): void {
    const key = permission.scopes.includes(scope) ? keyOf(permission, scope) : undefined;
    if (key !== undefined) this.#keys.add(key);
  }
}

function keyOf({ subject, digest }: Permission, scope: PermissionScope): string | undefined {
  switch (scope) {
    case 'once':
      return undefined;
    case 'arguments':
      return `arguments ${digest}`;
    case 'file':
      return subject.kind === 'edit' ? `file ${subject.path}` : undefined;
    case 'session':
      switch (subject.kind) {
        case 'edit':
          return 'edits';
        case 'server-call':
          return `tool ${subject.identity} ${subject.tool}`;
        case 'make':
          return `make ${JSON.stringify([subject.tool, subject.model, subject.host])}`;
      }
  }
}
