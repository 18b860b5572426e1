import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Settings } from '../../model/ports.ts';
import { StorageUnavailable } from '../../model/storage-errors.ts';
import { withFileErrors } from './file-errors.ts';
import { pingOf } from './ping.ts';
import { openS3Client } from './s3-client.ts';
import { mayPass, statusOfError, withS3Errors } from './s3-errors.ts';
import { readStaged, type StagedFile, stagingIn, sweepStaged, tryToWrite } from './staging.ts';

/** So that a bucket may hold other things as well. */
const PREFIX = 'firmware/';
const KEY = /^firmware\/([0-9a-f]{64})$/;
const CONNECT_MS = 2_000;
const IDLE_MS = 6_000;
/** Timeout of a small request, including retries. */
const ANSWER_MS = 10_000;
/** Timeout of an upload over a slow connection. */
const SEND_MS = 120_000;
const PING_MS = 1_500;
const MAX_ATTEMPTS = 2;
/** S3's maximum. */
const MAX_URL_SECONDS = 604_800;

/**
 * Objects in a bucket of any S3 server, as `firmware/<sha256>`. An upload is staged in a local file until it is complete and
 * verified, then sent with its SHA-256, which the server checks, and verified with a HEAD request.
 * @param now time of the signed URLs; must agree with the server's clock within minutes
 */
export function openS3Storage(settings: S3Settings, now: () => Date) {
  const { bucket, spoolFolder } = settings;
  const client = openS3Client(settings, { connectMs: CONNECT_MS, idleMs: IDLE_MS, maxAttempts: MAX_ATTEMPTS });
  const at = (sha256: string) => ({ Bucket: bucket, Key: PREFIX + sha256 });

  /** Undefined if there is no such object. */
  async function head(sha256: string) {
    return withS3Errors('head', async () => {
      try {
        return await client.send(new HeadObjectCommand(at(sha256)), within(ANSWER_MS));
      } catch (error) {
        if (statusOfError(error) === 404) return undefined;
        throw error;
      }
    });
  }

  async function size(sha256: string): Promise<number | undefined> {
    return (await head(sha256))?.ContentLength;
  }

  /** @param unlessThere does not replace an existing object; not every server supports the condition */
  async function put({ path, size: length, sha256 }: StagedFile, unlessThere: boolean): Promise<'sent' | 'there'> {
    const command = new PutObjectCommand({
      ...at(sha256),
      Body: readStaged(path),
      ContentLength: length,
      ContentType: 'application/octet-stream',
      ...(unlessThere ? { IfNoneMatch: '*' } : {}),
    });
    // The server compares the received bytes with the signed hash.
    command.middlewareStack.add(
      (next) => (args) => {
        const { request } = args;
        if (isRequest(request)) request.headers['x-amz-content-sha256'] = sha256;
        return next(args);
      },
      { step: 'build', name: 'knownContentSha256' },
    );
    try {
      await client.send(command, within(SEND_MS));
      return 'sent';
    } catch (error) {
      if (unlessThere && statusOfError(error) === 412) return 'there';
      if (unlessThere && statusOfError(error) === 501) return put({ path, size: length, sha256 }, false);
      throw error;
    }
  }

  /** The SDK does not retry streams: this retries once after a lost connection, a busy server or a concurrent upload. */
  async function putTwice(staged: StagedFile, unlessThere: boolean): Promise<'sent' | 'there'> {
    try {
      return await put(staged, unlessThere);
    } catch (error) {
      if (!mayPass(error)) throw error;
      return put(staged, unlessThere);
    }
  }

  async function send(staged: StagedFile): Promise<void> {
    const outcome = await withS3Errors('commit', () => putTwice(staged, true));
    if ((await size(staged.sha256)) === staged.size) return;
    // The existing object does not match its name: replaces it and checks it again.
    if (outcome === 'there') await withS3Errors('commit', () => putTwice(staged, false));
    if (outcome === 'there' && (await size(staged.sha256)) === staged.size) return;
    throw new StorageUnavailable('the object storage did not store the uploaded object');
  }

  async function probe(): Promise<void> {
    await Promise.all([
      withS3Errors('ping', () => client.send(new HeadBucketCommand({ Bucket: bucket }), within(PING_MS))),
      // Uploads are staged here first.
      tryToWrite(spoolFolder),
    ]);
  }

  return {
    stage: stagingIn(spoolFolder, send),
    size,
    storedAt: async (sha256: string): Promise<Date | undefined> => (await head(sha256))?.LastModified,
    async read(sha256: string): Promise<Readable> {
      const { Body } = await withS3Errors('read', () => client.send(new GetObjectCommand(at(sha256)), within(SEND_MS)));
      if (Body instanceof Readable) return Body;
      throw new StorageUnavailable('the object storage answered without a body');
    },
    async signDownload(sha256: string, expiresAt: Date): Promise<string> {
      const signingDate = now();
      const seconds = Math.floor((expiresAt.getTime() - signingDate.getTime()) / 1000);
      const command = new GetObjectCommand({
        ...at(sha256),
        ResponseContentType: 'application/octet-stream',
        ResponseContentDisposition: 'attachment; filename="firmware.bin"',
      });
      return getSignedUrl(client, command, { signingDate, expiresIn: Math.min(Math.max(seconds, 1), MAX_URL_SECONDS) });
    },
    async *list() {
      let token: string | undefined;
      do {
        const page = await withS3Errors('list', () =>
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: PREFIX,
              MaxKeys: settings.listPageSize ?? 1_000,
              ContinuationToken: token,
            }),
            within(ANSWER_MS),
          ),
        );
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const sha256 = KEY.exec(Key)?.[1];
          if (sha256 && LastModified) yield { sha256, storedAt: LastModified };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    async remove(sha256: string): Promise<void> {
      await withS3Errors('remove', () => client.send(new DeleteObjectCommand(at(sha256)), within(ANSWER_MS)));
    },
    sweepStaged: (before: Date) => withFileErrors('sweep', () => sweepStaged(spoolFolder, before)),
    /** @throws StorageFull or StorageUnavailable, with the reason as its cause, if no object can be stored */
    probe,
    ping: pingOf(probe),
    close: async () => client.destroy(),
  };
}

function within(milliseconds: number) {
  return { abortSignal: AbortSignal.timeout(milliseconds) };
}

function isRequest(request: unknown): request is { headers: Record<string, string> } {
  return typeof request === 'object' && request !== null && 'headers' in request;
}
