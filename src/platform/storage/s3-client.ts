import { S3Client } from '@aws-sdk/client-s3';
import type { S3Access } from '../../model/ports.ts';

const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

interface S3Patience {
  readonly connectMs: number;
  /** Timeout without a byte in either direction, for hanging servers. */
  readonly idleMs: number;
  readonly maxAttempts: number;
}

/** The client of any S3 server. */
export function openS3Client(access: S3Access, { connectMs, idleMs, maxAttempts }: S3Patience): S3Client {
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = access;
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Other servers than Amazon's do not support trailing checksums and some of their algorithms.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
    // Its console warnings are thrown as errors as well.
    logger: SILENT,
  });
}

function ignore(): void {
  // The errors have the same.
}
