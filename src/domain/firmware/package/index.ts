/**
 * Release packages (`.release` v1): reading, verifying, writing. Used by this module and by the release tool (src/cli).
 */
export { type AcceptedPackage, assertAcceptable } from './accept-package.ts';
export { type EmbeddedDescriptor, ESP_CHIP_IDS } from './esp-image.ts';
export { checkImage } from './esp-image-check.ts';
export { kidOf, publicHalf } from './key-id.ts';
export { type LegacyTarget, verifyLegacySignature } from './legacy-signature.ts';
export { encodeManifest, parseManifest, type ReleaseManifest } from './manifest.ts';
export { securityStepsLeft } from './manifest-rules.ts';
export type {
  JudgedSignature,
  PackageProblem,
  PackageProblemCode,
  PackageReport,
  PackageSignature,
  SignatureStatus,
  SignatureThresholds,
} from './package-report.ts';
export { type ReadOptions, readPackage } from './read-package.ts';
export type { Trust } from './signature-rules.ts';
export { hasUnrevokedSigner, type StoredPackage, verifyStored } from './verify-stored.ts';
export { type PackageParts, signManifest, writePackage } from './write-package.ts';
