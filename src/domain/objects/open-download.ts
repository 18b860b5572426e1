import { forbidden, notFound, rateLimited } from '../kernel/errors.ts';
import type { Call } from '../kernel/operation.ts';
import type { ServedFile } from '../kernel/ports.ts';

/**
 * Requests with one URL from one network in 60 seconds: an image of 16 MiB in pieces of 16 KiB. The signature is the
 * credential, so devices behind one address do not spend each other's allowance.
 */
const PER_URL = 1_200;
/** Refused requests of one network in 60 seconds. Good URLs are never counted here. */
const REFUSED_PER_NETWORK = 60;
const SHA256 = /^[0-9a-f]{64}$/;

export interface DownloadUrl {
  readonly sha256: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

/**
 * The file behind a signed URL of this service. No operation: who holds the URL is known to nobody, and nothing is
 * decided here that `getLatestFirmware` has not decided when it signed.
 * @throws DomainError DOWNLOAD_NOT_ALLOWED for a signature that is missing, malformed, of another file, of another
 *   installation or expired, without telling which; FILE_NOT_FOUND; RATE_LIMITED
 */
export async function openDownload(call: Call, url: DownloadUrl): Promise<ServedFile> {
  const { runtime, network } = call;
  const { sha256, expires, signature } = url;
  const allowed = SHA256.test(sha256) && runtime.servedFiles?.allows(sha256, expires, signature, runtime.clock.now());
  if (!allowed) {
    await meter(call, `refusedDownload:ip:${network}`, REFUSED_PER_NETWORK);
    throw forbidden('DOWNLOAD_NOT_ALLOWED', 'The download URL is invalid or has expired: request a new one.');
  }
  // The file and the second of its expiry name a URL as well as the signature does, and may be kept in a store.
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
