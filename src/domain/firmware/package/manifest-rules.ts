import type { ImageReport } from './esp-image-check.ts';
import type { ReleaseManifest } from './manifest.ts';
import type { PackageProblem } from './package-report.ts';

/** eFuse bits for the security version: the original ESP32 has 32, its successors 16. */
const SECURITY_VERSION_BITS = { esp32: 32, others: 16 };

/** Compares the size of the image with the manifest, before any of the image is read. */
export function sizeProblems({ firmware }: ReleaseManifest, size: number): PackageProblem[] {
  if (size === firmware.size) return [];
  return [mismatch(`firmware.bin has ${size} bytes, but the manifest declares ${firmware.size}.`)];
}

/** Compares the digest of the image with the manifest. */
export function digestProblems({ firmware }: ReleaseManifest, sha256: string): PackageProblem[] {
  return sha256 === firmware.sha256 ? [] : [mismatch('firmware.bin has another SHA-256 than the manifest says.')];
}

/** The image must be complete, and an application with a descriptor. */
export function imageProblems({ problem, embedded }: ImageReport): PackageProblem[] {
  if (problem !== undefined) return [notAllowed(problem)];
  return embedded ? [] : [notAllowed('The image is not an ESP32 application: it has no descriptor (esp_app_desc_t).')];
}

/** Compares the image's descriptor with the manifest. */
export function descriptorProblems(
  manifest: ReleaseManifest,
  embedded: NonNullable<ImageReport['embedded']>,
): PackageProblem[] {
  const { firmware } = manifest;
  const pairs: readonly (readonly [name: string, ours: string | number, theirs: string | number])[] = [
    ['version', manifest.version, embedded.version],
    ['securityVersion', manifest.securityVersion, embedded.secureVersion],
    ['firmware.projectName', firmware.projectName, embedded.projectName],
    ['firmware.appElfSha256', firmware.appElfSha256, embedded.appElfSha256],
    ['firmware.idfVersion', firmware.idfVersion, embedded.idfVersion],
    ['firmware.chip', firmware.chip, embedded.chip],
  ];
  return pairs
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([name, ours, theirs]) => notAllowed(`${name} is ${ours} in the manifest but ${theirs} in the image.`));
}

/** The manifest must not be expired. */
export function manifestProblems(manifest: ReleaseManifest, now: Date): PackageProblem[] {
  return isExpired(manifest, now) ? [notAllowed(`The manifest expired at ${manifest.expiresAt}.`)] : [];
}

/** Whether a manifest has a time after which it is not used, and that time has come. */
export function isExpired<M extends Pick<ReleaseManifest, 'expiresAt'>>(
  manifest: M,
  now: Date,
): manifest is M & { readonly expiresAt: string } {
  return manifest.expiresAt !== undefined && new Date(manifest.expiresAt) <= now;
}

/**
 * How often a chip can still raise its security version after this release: each step uses up an eFuse bit permanently.
 */
export function securityStepsLeft({ securityVersion, firmware }: ReleaseManifest): number {
  const bits = firmware.chip === 'esp32' ? SECURITY_VERSION_BITS.esp32 : SECURITY_VERSION_BITS.others;
  return Math.max(bits - securityVersion, 0);
}

function mismatch(message: string): PackageProblem {
  return { code: 'PACKAGE_DIGEST_MISMATCH', severity: 'error', message };
}

function notAllowed(message: string): PackageProblem {
  return { code: 'PACKAGE_NOT_ALLOWED', severity: 'error', message };
}
