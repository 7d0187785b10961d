export { connect, type ConnectOptions, type DatabaseOptions } from './connection.ts';
export type { Migration } from '../sql/tables.ts';
