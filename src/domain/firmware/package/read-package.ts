import { createHash } from 'node:crypto';
import { FIRMWARE_CHANNELS } from '../../../model/enums.ts';
import { type ByteReader, byteReader } from './byte-reader.ts';
import { checkImage } from './esp-image-check.ts';
import { MalformedPackage } from './malformed.ts';
import { MAX_MANIFEST_BYTES, parseManifest, type ReleaseManifest } from './manifest.ts';
import { descriptorProblems, digestProblems, imageProblems, manifestProblems, sizeProblems } from './manifest-rules.ts';
import type { JudgedSignature, PackageProblem, PackageReport } from './package-report.ts';
import { MAX_SIGNATURES_BYTES, parseSignatures } from './signature-file.ts';
import { classifySignatures, countValid, signatureProblems, type Trust, verifySignatures } from './signature-rules.ts';
import { ARCHIVE_END, BLOCK_BYTES, paddingOf, sizeInHeader } from './ustar.ts';

/** The parts of a package besides its image: three headers, two small members, paddings, the end. */
const MAX_ENVELOPE_BYTES = 8 * BLOCK_BYTES + MAX_MANIFEST_BYTES + MAX_SIGNATURES_BYTES;

export interface ReadOptions extends Trust {
  readonly limits: { readonly firmwareBytes: number };
  /**
   * Consumes the image (an upload stages it); called once, if everything before the image is valid. The image is not
   * verified yet: commit a staged image only after `assertAcceptable`, else discard it. Absent: the image is only
   * hashed.
   */
  readonly firmware?: (image: AsyncIterable<Uint8Array>) => Promise<{ readonly size: number; readonly sha256: string }>;
}

/** The findings so far; fields after the first problem can be undefined. */
interface PackageFindings {
  readonly problems: PackageProblem[];
  manifest: ReleaseManifest | undefined;
  manifestBytes: Buffer | undefined;
  signatures: readonly JudgedSignature[];
  thresholdMet: boolean;
  firmware: PackageReport['firmware'];
}

/**
 * Reads a `.release` package from a stream without buffering its image. Signatures are verified over the exact bytes
 * before those are parsed; everything is cross-checked.
 * @returns the report, also for an invalid package; only errors of the source and of `firmware` are thrown
 */
export async function readPackage(source: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<PackageReport> {
  const bytes = byteReader(source);
  const findings: PackageFindings = {
    problems: [],
    manifest: undefined,
    manifestBytes: undefined,
    signatures: [],
    thresholdMet: false,
    firmware: undefined,
  };
  try {
    await readMembers(bytes, options, findings);
  } catch (error) {
    if (error instanceof MalformedPackage) findings.problems.push(malformed(error.message));
    else if (bytes.endedEarly) findings.problems.push(malformed('The package is truncated.'));
    else {
      await bytes.cancel();
      throw error;
    }
    await bytes.drain(MAX_ENVELOPE_BYTES + options.limits.firmwareBytes);
  }
  return { ...findings, thresholds: options.thresholds, package: bytes.total() };
}

async function readMembers(bytes: ByteReader, options: ReadOptions, findings: PackageFindings): Promise<void> {
  findings.manifestBytes = await smallMember(bytes, 'release.json', MAX_MANIFEST_BYTES);
  checkManifestAndSignatures(
    findings,
    findings.manifestBytes,
    await smallMember(bytes, 'signatures.json', MAX_SIGNATURES_BYTES),
    options,
  );
  const size = await memberSize(bytes, 'firmware.bin', options.limits.firmwareBytes);
  if (findings.manifest) findings.problems.push(...sizeProblems(findings.manifest, size));
  const image = checkImage(bytes.pass(size));
  const take = hasError(findings.problems) ? hashOnly : (options.firmware ?? hashOnly);
  const { sha256 } = await take(image.bytes);
  const report = image.report();
  findings.firmware = { size, sha256, embedded: report.embedded };
  await padding(bytes, size);
  if (!(await bytes.take(ARCHIVE_END.length)).equals(ARCHIVE_END)) {
    throw new MalformedPackage('The package must end after firmware.bin.');
  }
  if (!(await bytes.atEnd())) throw new MalformedPackage('The package has data after its end.');
  if (findings.manifest) findings.problems.push(...digestProblems(findings.manifest, sha256));
  findings.problems.push(...imageProblems(report));
  if (findings.manifest && report.embedded)
    findings.problems.push(...descriptorProblems(findings.manifest, report.embedded));
}

/** Verifies, then parses: trusts nothing of a manifest until a signature is verified. */
function checkManifestAndSignatures(
  findings: PackageFindings,
  manifestBytes: Buffer,
  signatureBytes: Buffer,
  options: ReadOptions,
): void {
  const signatures = attempt(findings.problems, () => parseSignatures(signatureBytes, options.brand));
  const verified = verifySignatures(signatures ?? [], manifestBytes, options);
  const inManifest: PackageProblem[] = [];
  findings.manifest = attempt(inManifest, () => parseManifest(manifestBytes));
  findings.signatures = classifySignatures(verified, findings.manifest, options.now);
  findings.thresholdMet = (findings.manifest?.allowedChannels ?? FIRMWARE_CHANNELS).some(
    (channel) => countValid(findings.signatures, channel) >= options.thresholds[channel],
  );
  if (signatures) findings.problems.push(...signatureProblems(findings.signatures, findings.thresholdMet));
  findings.problems.push(...inManifest);
  if (findings.manifest) findings.problems.push(...manifestProblems(findings.manifest, options.now));
}

async function smallMember(bytes: ByteReader, name: string, maxBytes: number): Promise<Buffer> {
  const size = await memberSize(bytes, name, maxBytes);
  const content = await bytes.take(size);
  await padding(bytes, size);
  return content;
}

async function memberSize(bytes: ByteReader, name: string, maxBytes: number): Promise<number> {
  const size = sizeInHeader(await bytes.take(BLOCK_BYTES), name);
  if (size === undefined) {
    throw new MalformedPackage(
      `${name} is expected here, with the plain ustar header that the release tool writes (release.json, ` +
        'signatures.json, firmware.bin, in this order).',
    );
  }
  if (size > maxBytes) throw new MalformedPackage(`${name} has ${size} bytes, more than the maximum of ${maxBytes}.`);
  return size;
}

async function padding(bytes: ByteReader, size: number): Promise<void> {
  const fill = await bytes.take(paddingOf(size));
  if (fill.some((byte) => byte !== 0))
    throw new MalformedPackage('The padding between two members must be zero bytes.');
}

async function hashOnly(image: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of image) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest('hex') };
}

function hasError(problems: readonly PackageProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Calls `parse`; a MalformedPackage becomes a problem of the package. */
function attempt<T>(problems: PackageProblem[], parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof MalformedPackage)) throw error;
    problems.push(malformed(error.message));
    return undefined;
  }
}

function malformed(message: string): PackageProblem {
  return { code: 'PACKAGE_MALFORMED', severity: 'error', message };
}
