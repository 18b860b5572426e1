import type { ServedFile } from '../../model/ports.ts';
import { forbidden, notFound, rateLimited } from '../kernel/errors.ts';
import type { Call } from '../kernel/operation.ts';

/**
 * Requests per URL and network in 60 seconds: a 16 MiB image in 16 KiB ranges. The signature is the credential, so
 * devices behind one address do not share a limit.
 */
const PER_URL = 1_200;
/** Rejected requests per network in 60 seconds. Valid URLs are not counted. */
const REFUSED_PER_NETWORK = 60;
const SHA256 = /^[0-9a-f]{64}$/;

export interface DownloadUrl {
  readonly sha256: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

/**
 * Opens the file of a signed URL of this service. Not an operation: the caller is anonymous, and `getLatestFirmware`
 * decided everything when it signed the URL.
 * @throws DomainError DOWNLOAD_NOT_ALLOWED for a signature that is missing, malformed, expired, or of another file or
 *   installation (the message does not say which); FILE_NOT_FOUND; RATE_LIMITED
 */
export async function openDownload(call: Call, url: DownloadUrl): Promise<ServedFile> {
  const { runtime, network } = call;
  const { sha256, expires, signature } = url;
  const allowed = SHA256.test(sha256) && runtime.servedFiles?.allows(sha256, expires, signature, runtime.clock.now());
  if (!allowed) {
    await meter(call, `refusedDownload:ip:${network}`, REFUSED_PER_NETWORK);
    throw forbidden('DOWNLOAD_NOT_ALLOWED', 'The download URL is invalid or has expired: request a new one.');
  }
  // The file and the expiry identify a URL as well as its signature, and are not secret, so a store may keep them.
  await meter(call, `download:${sha256}:${expires}:ip:${network}`, PER_URL);
  const file = await runtime.servedFiles?.open(sha256);
  if (!file) throw notFound('FILE_NOT_FOUND', 'The file does not exist.');
  return file;
}

async function meter(call: Call, bucket: string, limit: number): Promise<void> {
  const allowance = await call.runtime.limits.consume(bucket, limit);
  call.allowance = allowance;
  if (allowance.exceeded) throw rateLimited(allowance.resetSeconds);
}
