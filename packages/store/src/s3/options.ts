// How to reach a bucket. Everything is checked once, when a store is made; no part of it is ever repeated in a message.
import type { S3Limits } from './limits.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface S3Options {
  /** Scheme, host and port, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** A function is asked again for every request, so that keys may rotate. */
  readonly credentials: S3Credentials | (() => Promise<S3Credentials>);
  /** Where the bucket's name stands in the address. Default: `path`. */
  readonly style?: 'path' | 'virtual-host';
  /** What every key begins with, so that a bucket can be shared. Default: `percept/`. */
  readonly prefix?: string;
  readonly limits?: Partial<S3Limits>;
}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^(?:[A-Za-z0-9_-]+\/)*$/;

/** The address that every key is appended to. */
export function bucketUrl({ endpoint, bucket, style = 'path' }: S3Options): URL {
  if (!URL.canParse(endpoint)) throw new TypeError('S3: endpoint is not a URL.');
  const url = new URL(endpoint);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('S3: endpoint is not an HTTP address.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('S3: endpoint has more than scheme, host, port and path.');
  if (!bucketPattern.test(bucket)) throw new TypeError('S3: bucket is not the name of a bucket.');
  const base = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  if (style === 'path') {
    url.pathname = `${base}${bucket}/`;
    return url;
  }
  url.hostname = `${bucket}.${url.hostname}`;
  if (!url.hostname.startsWith(`${bucket}.`))
    throw new TypeError(
      'An address by number cannot carry the name of a bucket: use the path style.',
    );
  url.pathname = base;
  return url;
}

export function keyPrefix({ prefix = 'percept/' }: S3Options): string {
  if (!prefixPattern.test(prefix))
    throw new TypeError('S3: prefix has letters, digits, _ and -, and ends with a slash.');
  return prefix;
}
