import { Type } from 'typebox';
import { everyone } from '../kernel/access.ts';
import { forbidden, notFound } from '../kernel/errors.ts';
import { described, fields, verbatim } from '../kernel/input.ts';
import { operation, type Runtime } from '../kernel/operation.ts';

/**
 * Requests per URL and network in 60 seconds: a 16 MiB image in 16 KiB ranges. The signature is the credential, so
 * devices behind one address do not share a limit.
 */
const PER_URL = 1_200;
/** Rejected requests per network in 60 seconds. Valid URLs are not counted. */
const REJECTED_PER_NETWORK = 60;
const SHA256 = /^[0-9a-f]{64}$/;

interface DownloadUrl {
  readonly sha256: string;
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
}

/**
 * Opens the file that a signed URL names; the caller closes it. Anyone may call: `getLatestFirmware` decided everything
 * when it signed the URL. The error for a signature that is missing, malformed, expired, or of another file or
 * installation does not say which.
 */
export const openDownload = operation({
  name: 'openDownload',
  summary: 'Opens a stored firmware image for whoever has the URL that an offer signed.',
  beyond: {
    why: 'the contract gives devices a URL to download from; the files of this service have to be at some address',
  },
  access: everyone(),
  limit: PER_URL,
  counted: {
    by({ runtime, network }, input) {
      const url = input as DownloadUrl;
      // The file and the expiry identify a URL as well as its signature, and are not secret, so a store may keep them.
      return isSigned(runtime, url)
        ? { bucket: `${url.sha256}:${url.expires}:ip:${network}`, limit: PER_URL }
        : { bucket: `rejected:ip:${network}`, limit: REJECTED_PER_NETWORK };
    },
  },
  effect: 'read',
  errors: ['DOWNLOAD_NOT_ALLOWED', 'FILE_NOT_FOUND'],
  answers: 'file',
  input: fields({
    sha256: described(verbatim(0), 'The SHA-256 of the file, lower-case hexadecimal.'),
    expires: Type.Optional(
      described(verbatim(0), 'When the URL stops working, in Unix seconds; a part of the signed URL.'),
    ),
    signature: Type.Optional(described(verbatim(0), 'The signature; a part of the signed URL.')),
  }),
  async handle({ runtime }, url) {
    if (!isSigned(runtime, url)) throw forbidden('DOWNLOAD_NOT_ALLOWED');
    const file = await runtime.servedFiles?.open(url.sha256);
    if (!file) throw notFound('FILE_NOT_FOUND');
    return file;
  },
});

function isSigned({ servedFiles, clock }: Runtime, { sha256, expires, signature }: DownloadUrl): boolean {
  return SHA256.test(sha256) && servedFiles?.allows(sha256, expires, signature, clock.now()) === true;
}
