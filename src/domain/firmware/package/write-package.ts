import type { KeyObject } from 'node:crypto';
import { payloadType, signBody } from './dsse.ts';
import { kidOf } from './key-id.ts';
import { MAX_MANIFEST_BYTES } from './manifest.ts';
import type { PackageSignature } from './package-report.ts';
import { encodeSignatures, MAX_SIGNATURES_BYTES } from './signature-file.ts';
import { ARCHIVE_END, memberHeader, paddingOf } from './ustar.ts';

/** The parts of a package, in order. */
export interface PackageParts {
  /** Canonical bytes. */
  readonly manifest: Uint8Array;
  readonly brand: string;
  readonly signatures: readonly PackageSignature[];
  readonly firmware: { readonly size: number; readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };
}

/** Signs the exact bytes of a manifest. */
export function signManifest(manifest: Uint8Array, brand: string, privateKey: KeyObject): PackageSignature {
  const sig = signBody(payloadType(brand), manifest, privateKey);
  return { kid: kidOf(privateKey), alg: 'Ed25519', sig };
}

/**
 * Writes a package as a stream.
 * @throws Error if the manifest or the signatures are too large, or the image differs from the announced size
 */
export async function* writePackage({
  manifest,
  brand,
  signatures,
  firmware,
}: PackageParts): AsyncGenerator<Uint8Array> {
  yield member('release.json', manifest, MAX_MANIFEST_BYTES);
  yield member('signatures.json', encodeSignatures(brand, signatures), MAX_SIGNATURES_BYTES);
  yield memberHeader('firmware.bin', firmware.size);
  let written = 0;
  for await (const piece of firmware.bytes) {
    written += piece.length;
    yield piece;
  }
  if (written !== firmware.size) throw new Error('The image changed while it was packed.');
  yield Buffer.concat([Buffer.alloc(paddingOf(firmware.size)), ARCHIVE_END]);
}

function member(name: string, content: Uint8Array, maxBytes: number): Buffer {
  if (content.length > maxBytes) throw new Error(`${name} has more than ${maxBytes} bytes.`);
  return Buffer.concat([memberHeader(name, content.length), content, Buffer.alloc(paddingOf(content.length))]);
}
