import { createCipheriv, createDecipheriv } from 'node:crypto';
import { BackupRefused } from './backup-error.ts';

/** Plaintext of every chunk but the last, which has as many bytes or fewer. */
export const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;

/**
 * Encrypts a stream in chunks, as the STREAM construction (Hoang, Reyhanitabar, Rogaway and Vizár, 2015): AES-256-GCM whose nonce is
 * the number of the chunk and whether it is the last one. So chunks cannot be changed, left out, reordered, added or cut off.
 * @param key of this stream alone, because the nonces of every stream are the same
 * @param bound authenticated with each chunk: the digest of the file's header
 */
export async function* sealChunks(
  plain: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  bound: Uint8Array,
): AsyncGenerator<Buffer> {
  let number = 0;
  let previous: Buffer | undefined;
  for await (const piece of inPieces(plain, CHUNK_BYTES)) {
    if (previous) yield seal(previous, nonceOf(number++, false), key, bound);
    previous = piece;
  }
  yield seal(previous ?? Buffer.alloc(0), nonceOf(number, true), key, bound);
}

/** Decrypts what `sealChunks` made. @throws BackupRefused at the first chunk that is not as it was written */
export async function* openChunks(
  sealed: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  bound: Uint8Array,
): AsyncGenerator<Buffer> {
  let number = 0;
  let previous: Buffer | undefined;
  for await (const piece of inPieces(sealed, SEALED_BYTES)) {
    if (previous) yield open(previous, nonceOf(number++, false), key, bound);
    previous = piece;
  }
  if (!previous) throw damaged();
  yield open(previous, nonceOf(number, true), key, bound);
}

function seal(plain: Buffer, nonce: Buffer, key: Uint8Array, bound: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(sealed: Buffer, nonce: Buffer, key: Uint8Array, bound: Uint8Array): Buffer {
  if (sealed.length < TAG_BYTES) throw damaged();
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(bound);
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch {
    throw damaged();
  }
}

/** Eleven bytes of the number, big-endian, and one that is 1 in the last chunk. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(number, NONCE_BYTES - 7, 6);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** The stream in pieces of one length; only the last one is shorter, and none is empty. */
export async function* inPieces(stream: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream) {
    waiting.push(part);
    bytes += part.length;
    if (bytes < length) continue;
    const all = Buffer.concat(waiting);
    let at = 0;
    for (; all.length - at >= length; at += length) yield all.subarray(at, at + length);
    waiting = at < all.length ? [all.subarray(at)] : [];
    bytes = all.length - at;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

function damaged(): BackupRefused {
  return new BackupRefused(
    'The backup is damaged, cut off or continued: a part of it is not as it was written. Copy it again from where it is kept, or use another backup.',
  );
}
