export {
  connect,
  databaseName,
  openDatabase,
  openForReading,
  type ConnectOptions,
  type DatabaseOptions,
} from './database.ts';
export { migrate, migrations, schemaVersion, type Migration } from './migrations.ts';
export { GroupCommit, type Job } from './group-commit.ts';
export { SessionTable, type Head } from './session-table.ts';
export {
  SqliteSessionRecord,
  type BlobHolder,
  type SqliteSessionRecordParts,
} from './sqlite-session-record.ts';
