// Holds the write lock of a database for a while, and says when it has it.
import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const [file = '', ms = ''] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: 5000 });
database.exec('BEGIN IMMEDIATE');
writeSync(1, 'held');
await sleep(Number(ms));
database.exec('COMMIT');
database.close();
