// Where a server that shares its memory with others keeps it, from flags and environment. Secrets come from the environment
// alone: a command line is shown to everybody on the machine. No message repeats what was given.
import { definedOf } from '@percept/core/internal';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { S3Options } from '@percept/store/s3';
import { UsageError, type Invocation } from './command.ts';

export interface ScaleOptions {
  /** A connection string. */
  readonly database: string;
  readonly bytes: { readonly folder: string } | { readonly bucket: S3Options };
}

/** Undefined: the embedded store in the data folder. */
export function readScaleOptions({ flags, environment }: Invocation): ScaleOptions | undefined {
  const { variables } = environment;
  const given = flags.text('database');
  const database = given ?? set(variables['PERCEPT_DATABASE_URL']);
  const place = flags.text('bucket') ?? set(variables['PERCEPT_BUCKET']);
  if (database === undefined) {
    if (flags.text('bucket') !== undefined)
      throw new UsageError(
        '--bucket goes with --database: the bucket holds bytes, and the database knows what they are.',
      );
    return undefined;
  }
  const where = given === undefined ? 'PERCEPT_DATABASE_URL' : '--database';
  const url = URL.canParse(database) ? new URL(database) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new UsageError(
      `${where} takes postgres://USER@HOST:5432/DATABASE, with %XX for special characters.`,
    );
  if (given !== undefined && (url.password !== '' || url.searchParams.has('password')))
    throw new UsageError(
      '--database holds a password, which everybody on this machine can see. Put the address into PERCEPT_DATABASE_URL, or the password into PGPASSWORD.',
    );
  if (place === undefined)
    throw new UsageError(
      `${where} needs a place for the bytes: --bucket s3://NAME, or --bucket file:///FOLDER that all servers share.`,
    );
  return { database, bytes: readPlace(place, { flags, environment }) };
}

function readPlace(
  place: string,
  { flags, environment }: Pick<Invocation, 'flags' | 'environment'>,
): ScaleOptions['bytes'] {
  const { variables } = environment;
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url?.protocol === 'file:' && url.hostname === '' && isAbsolute(fileURLToPath(url)))
    return { folder: fileURLToPath(url) };
  const [, bucket, folders = ''] = /^s3:\/\/([a-z0-9.-]+)\/?(.*)$/.exec(place) ?? [];
  if (bucket === undefined || !/^[A-Za-z0-9_/-]*$/.test(folders))
    throw new UsageError(
      '--bucket takes s3://NAME, s3://NAME/PREFIX or file:///FOLDER. Keys for it are never part of the address.',
    );
  const region =
    flags.text('bucket-region') ??
    set(variables['PERCEPT_BUCKET_REGION']) ??
    set(variables['AWS_REGION']) ??
    'us-east-1';
  const endpoint =
    flags.text('bucket-endpoint') ??
    set(variables['PERCEPT_BUCKET_ENDPOINT']) ??
    set(variables['AWS_ENDPOINT_URL_S3']) ??
    `https://s3.${region}.amazonaws.com`;
  if (!isEndpoint(endpoint))
    throw new UsageError(
      '--bucket-endpoint takes a scheme, a name and a port, such as https://s3.example:9000, and no user or key.',
    );
  const accessKeyId = set(variables['AWS_ACCESS_KEY_ID']);
  const secretAccessKey = set(variables['AWS_SECRET_ACCESS_KEY']);
  const sessionToken = set(variables['AWS_SESSION_TOKEN']);
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new UsageError(
      `The bucket needs keys: set ${accessKeyId === undefined ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'} in the environment.`,
    );
  const prefix = folders.replace(/\/+$/, '');
  return {
    bucket: {
      endpoint,
      region,
      bucket,
      credentials: { accessKeyId, secretAccessKey, ...definedOf({ sessionToken }) },
      ...(prefix !== '' && { prefix: `${prefix}/` }),
    },
  };
}

function isEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  );
}

function set(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
