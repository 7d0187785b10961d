// Whether the servers that the tests start are installed. Where one is missing its tests are skipped with the reason;
// with CI=true that is a failure instead.
import { existsSync } from 'node:fs';
import { hasCeph } from './ceph.ts';
import { hasPgbouncer } from './pgbouncer.ts';

export const noPostgres: string | undefined = missing(
  existsSync('/usr/lib/postgresql'),
  'PostgreSQL is missing; on Debian: apt-get install postgresql',
);

export const noCeph: string | undefined = missing(
  hasCeph(),
  'Ceph is missing; on Debian: apt-get install ceph-mon ceph-osd radosgw ceph-common',
);

export const noPgbouncer: string | undefined = missing(
  hasPgbouncer(),
  'PgBouncer is missing; on Debian: apt-get install pgbouncer',
);

function missing(isThere: boolean, why: string): string | undefined {
  if (!isThere && process.env['CI'] === 'true') throw new Error(why);
  return isThere ? undefined : why;
}
