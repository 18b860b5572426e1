import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Access } from '../../model/ports.ts';
import { openS3Client } from '../storage/s3-client.ts';
import { statusOfError } from '../storage/s3-errors.ts';
import { BackupRefused } from './backup-error.ts';
import type { BackupFolder, BackupPlace } from './backup-place.ts';
import { inPieces } from './chunks.ts';

/** S3 takes 10,000 parts of at least 5 MiB: 160 GB of these. */
const PART_BYTES = 16 * 1024 * 1024;
const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;
const MAX_ATTEMPTS = 4;

/** Backups in a bucket. An object is there when its upload is complete, else not at all. */
export function s3Folder(access: S3Access, bucket: string, prefix: string): BackupFolder {
  const client = openS3Client(access, { connectMs: CONNECT_MS, idleMs: IDLE_MS, maxAttempts: MAX_ATTEMPTS });

  function place(name: string): BackupPlace {
    const at = { Bucket: bucket, Key: `${prefix}${name}` };
    const where = `s3://${bucket}/${at.Key}`;
    return {
      name: where,
      // A bucket has no folders, and a missing bucket fails the first request.
      requireFolder: async () => undefined,
      exists: () =>
        client.send(new HeadObjectCommand(at)).then(
          () => true,
          (error: unknown) => (statusOfError(error) === 404 ? false : refused('read', where)(error)),
        ),
      write: (bytes) => upload(at, bytes).catch(refused('write', where)),
      async *read() {
        try {
          const { Body } = await client.send(new GetObjectCommand(at));
          if (Body instanceof Readable) yield* Body;
        } catch (error) {
          refused('read', where)(error);
        }
      },
    };
  }

  async function upload(at: { Bucket: string; Key: string }, bytes: AsyncIterable<Uint8Array>): Promise<number> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    let written = 0;
    try {
      for await (const Body of inPieces(bytes, PART_BYTES)) {
        const PartNumber = parts.length + 1;
        const { ETag } = await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body }));
        parts.push({ ETag, PartNumber });
        written += Body.length;
      }
      await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: parts } }));
      return written;
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
      throw error;
    }
  }

  return {
    place,
    async names() {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token });
        const page = await client.send(command).catch(refused('list', `s3://${bucket}/${prefix}`));
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)));
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return names;
    },
    async remove(name) {
      const at = { Bucket: bucket, Key: `${prefix}${name}` };
      await client.send(new DeleteObjectCommand(at)).catch(refused('remove', `s3://${bucket}/${at.Key}`));
    },
  };
}

/** What S3 answers may quote a request, so only its name and status are passed on. */
function refused(what: string, where: string): (error: unknown) => never {
  return (error) => {
    const status = statusOfError(error);
    // An error of what is uploaded: PostgreSQL's have a severity.
    if (error instanceof Error && 'severity' in error) throw error;
    if (error instanceof Error && status === undefined && !('code' in error) && !/Timeout/.test(error.name))
      throw error;
    const reason =
      status === undefined ? 'the server does not answer' : `the server answered ${status} ${nameOf(error)}`;
    throw new BackupRefused(`Cannot ${what} ${where}: ${reason}.`);
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
