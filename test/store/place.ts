// Where a memory at scale lies, in a form that can be handed to another process.
import {
  FileBackend,
  openScaledMemory,
  type BlobBackend,
  type ScaledMemory,
} from '@percept/store/postgres';
import { S3Backend, type S3Options } from '@percept/store/s3';

export interface Place {
  readonly postgres: string;
  readonly schema: string;
  readonly blobs: { readonly directory: string } | { readonly s3: S3Options };
  readonly retryTimeoutMs?: number;
}

export function openPlace(place: Place): Promise<ScaledMemory> {
  const { postgres, schema, retryTimeoutMs } = place;
  const limits = retryTimeoutMs === undefined ? {} : { retryTimeoutMs };
  return openScaledMemory({ postgres, schema, blobs: backendAt(place), limits });
}

function backendAt({ blobs }: Place): BlobBackend {
  return 's3' in blobs ? new S3Backend(blobs.s3) : new FileBackend(blobs.directory);
}

/** The place that the parent of this process named. */
export function placeGiven(): Place {
  return JSON.parse(process.argv[2] ?? '{}');
}
