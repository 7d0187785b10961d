export {
  callPermission,
  editPermission,
  makePermission,
  scopeWords,
  trustPermission,
  type CallSubject,
  type EditQuestion,
  type EditSubject,
  type MakeQuestion,
  type MakeSubject,
  type Permission,
  type PermissionAnswer,
  type PermissionScope,
  type TrustSubject,
} from './permission.ts';
export type { ChangeLine, Replacement } from './change.ts';
export { Grants } from './grants.ts';
export { spelled } from './spelled.ts';
