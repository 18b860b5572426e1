import canonicalize from 'canonicalize';
import { type Static, Type } from 'typebox';
import { DomainError } from '../../kernel/errors.ts';
import { fields, oneOf, parseInput } from '../../kernel/input.ts';
import { payloadType } from './dsse.ts';
import { MalformedPackage } from './malformed.ts';
import { parseJson, requireCanonical } from './manifest.ts';
import type { PackageSignature } from './package-report.ts';

/** Largest `signatures.json`, bytes. */
export const MAX_SIGNATURES_BYTES = 16_384;
const MAX_SIGNATURES = 16;

/** `signatures.json` v1. `alg` is for other readers; verification uses the algorithm of the registered key. */
const SignatureFile = fields({
  payloadType: Type.String(),
  signatures: Type.Array(
    fields({
      kid: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
      alg: oneOf('SignatureAlgorithm', ['Ed25519']),
      sig: Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' }),
    }),
    { maxItems: MAX_SIGNATURES },
  ),
});

/**
 * Parses `signatures.json`: canonical (RFC 8785), with this brand's payload type, at most one signature per key.
 * @throws MalformedPackage naming the problem
 */
export function parseSignatures(bytes: Uint8Array, brand: string): readonly PackageSignature[] {
  const value = parseJson('signatures.json', bytes);
  const file = check(value);
  requireCanonical('signatures.json', value, bytes);
  const expected = payloadType(brand);
  if (file.payloadType !== expected) {
    throw new MalformedPackage(`signatures.json: payloadType must be ${expected}.`);
  }
  if (new Set(file.signatures.map(({ kid }) => kid)).size !== file.signatures.length) {
    throw new MalformedPackage('signatures.json: each key may sign only once.');
  }
  return file.signatures;
}

/** The canonical bytes of `signatures.json`, ordered by key. */
export function encodeSignatures(brand: string, signatures: readonly PackageSignature[]): Buffer {
  const ordered = signatures.map(({ kid, alg, sig }) => ({ kid, alg, sig })).sort((a, b) => (a.kid < b.kid ? -1 : 1));
  return Buffer.from(canonicalize({ payloadType: payloadType(brand), signatures: ordered }) ?? '', 'utf8');
}

function check(value: unknown): Static<typeof SignatureFile> {
  try {
    return parseInput(SignatureFile, value) as Static<typeof SignatureFile>;
  } catch (error) {
    if (error instanceof DomainError) throw new MalformedPackage(`signatures.json: ${error.message}.`);
    throw error;
  }
}
