export {
  connect,
  databaseName,
  openDatabase,
  type ConnectOptions,
  type DatabaseOptions,
} from './connection.ts';
export { migrations, schemaVersion } from './migrations.ts';
export { type Migration } from '../sql/tables.ts';
