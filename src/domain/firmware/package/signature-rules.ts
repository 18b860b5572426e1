import type { FirmwareChannel } from '../../../model/enums.ts';
import type { ReleaseKey } from '../../../model/ports.ts';
import { payloadType, verifyBody } from './dsse.ts';
import type { ReleaseManifest } from './manifest.ts';
import type {
  JudgedSignature,
  PackageProblem,
  PackageProblemCode,
  PackageSignature,
  SignatureStatus,
  SignatureThresholds,
} from './package-report.ts';

/** The trust that signatures are verified against. */
export interface Trust {
  readonly registry: readonly ReleaseKey[];
  /** Part of what is signed. */
  readonly brand: string;
  readonly now: Date;
  readonly thresholds: SignatureThresholds;
}

/** The problem of each signature status; a package is rejected with the first that applies. */
const STATUS_PROBLEMS: readonly { status: SignatureStatus; code: PackageProblemCode; because: string }[] = [
  { status: 'BAD', code: 'PACKAGE_SIGNATURE_INVALID', because: 'did not make this signature' },
  { status: 'REVOKED', code: 'PACKAGE_KEY_REVOKED', because: 'is revoked' },
  { status: 'RETIRED', code: 'PACKAGE_KEY_RETIRED', because: 'is retired and cannot sign new releases' },
  {
    status: 'NOT_ALLOWED',
    code: 'PACKAGE_NOT_ALLOWED',
    because: 'is not allowed to sign now, for this hardware revision or for these channels',
  },
  { status: 'UNKNOWN_KEY', code: 'PACKAGE_KEY_UNKNOWN', because: 'is not in the registry' },
];

/** A signature, the registered key it names (if any), and whether that key made it. */
export interface VerifiedSignature extends PackageSignature {
  readonly key: ReleaseKey | undefined;
  readonly genuine: boolean;
}

/**
 * Verifies signatures over the exact bytes, before any of those are trusted, with the algorithm of the registered key.
 * A signature by a registered key under another key's id is assigned to its signer and is not genuine.
 * @param body the bytes of `release.json`
 */
export function verifySignatures(
  signatures: readonly PackageSignature[],
  body: Uint8Array,
  { registry, brand }: Pick<Trust, 'registry' | 'brand'>,
): VerifiedSignature[] {
  return signatures.map(({ kid, alg, sig }) => {
    const verifiesWith = ({ publicKey }: ReleaseKey) => verifyBody(payloadType(brand), body, publicKey, sig);
    const key = registry.find((candidate) => candidate.kid === kid) ?? registry.find(verifiesWith);
    const genuine = key !== undefined && key.kid === kid && key.alg === alg && verifiesWith(key);
    return { kid, alg, sig, key, genuine };
  });
}

/**
 * Determines the status of each signature of a new package.
 * @param manifest the signed manifest; undefined if it could not be parsed
 */
export function classifySignatures(
  signatures: readonly VerifiedSignature[],
  manifest: ReleaseManifest | undefined,
  now: Date,
): JudgedSignature[] {
  return signatures.map(({ kid, alg, sig, key, genuine }) => {
    if (!key) return { kid, alg, sig, status: 'UNKNOWN_KEY', keyLabel: null, channels: null };
    const status = genuine ? statusOf(key, manifest, now) : 'BAD';
    return { kid, alg, sig, status, keyLabel: key.label, channels: key.channels };
  });
}

function statusOf(key: ReleaseKey, manifest: ReleaseManifest | undefined, now: Date): SignatureStatus {
  if (key.status !== 'ACTIVE') return key.status;
  if (!isInForce(key, now)) return 'NOT_ALLOWED';
  if (!manifest) return 'VALID';
  const { hardwareRevisions, allowedChannels } = manifest;
  if (!hardwareRevisions.every((revision) => allows(key.hardwareRevisions, revision))) return 'NOT_ALLOWED';
  return allowedChannels.some((channel) => allows(key.channels, channel)) ? 'VALID' : 'NOT_ALLOWED';
}

/** True within the key's validity period. */
export function isInForce({ notBefore, notAfter }: ReleaseKey, now: Date): boolean {
  return (notBefore === null || notBefore <= now) && (notAfter === null || now < notAfter);
}

/** True if a key's list contains the value; null allows all values. */
export function allows(list: readonly string[] | null, word: string): boolean {
  return list === null || list.includes(word);
}

/** The number of valid signatures for a channel. */
export function countValid(signatures: readonly JudgedSignature[], channel: FirmwareChannel): number {
  return signatures.filter(({ status, channels }) => status === 'VALID' && allows(channels, channel)).length;
}

/** The problems of the signatures: errors if they do not meet the threshold, warnings about those that do not count. */
export function signatureProblems(signatures: readonly JudgedSignature[], thresholdMet: boolean): PackageProblem[] {
  const found = STATUS_PROBLEMS.flatMap(({ status, code, because }) =>
    signatures
      .filter((signature) => signature.status === status)
      .map(({ kid, keyLabel }) => ({ code, status, message: `The key ${keyLabel || kid} ${because}.` })),
  );
  const [first] = found;
  if (!thresholdMet && !first) {
    const message =
      signatures.length === 0 ? 'The package is not signed.' : 'The package has too few signatures for its channels.';
    return [{ code: 'PACKAGE_SIGNATURE_INVALID', severity: 'error', message }];
  }
  return found.map(({ code, message, status }) => {
    const isError = status === 'BAD' || (!thresholdMet && first?.code === code);
    return { code, message, severity: isError ? 'error' : 'warning' };
  });
}
