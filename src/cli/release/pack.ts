import { createHash } from 'node:crypto';
import { checkImage, encodeManifest, type ReleaseManifest, writePackage } from '../../domain/firmware/package/index.ts';
import { FIRMWARE_CHANNELS } from '../../model/enums.ts';
import { readPieces, readText, sizeOf, writeAtomically } from '../files.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { withProgress } from './progress.ts';

export interface PackOptions {
  readonly image: string;
  readonly out: string;
  readonly metadata?: string;
  readonly product?: string;
  readonly model?: string;
  readonly hardwareRevision?: string;
  readonly build?: number;
  readonly sequence?: number;
  readonly channels?: readonly string[];
  readonly minFromVersion?: string;
  readonly minAppVersion?: string;
  readonly commit?: string;
  readonly builtAt?: string;
  readonly reproducible?: boolean;
  readonly createdAt?: string;
  readonly expiresAt?: string;
  readonly brand: string;
  readonly force?: boolean;
}

/** Creates an unsigned package. No option overrides what the image declares, so the manifest cannot contradict it. */
export async function pack(options: PackOptions, io: CliIo): Promise<void> {
  const { image, out, brand } = options;
  const firmware = await readImage(image, io);
  const manifest = encodeManifest({
    ...defaults(options, io.now()),
    ...(options.metadata === undefined ? {} : await readMetadata(options.metadata, io)),
    ...optionMembers(options),
    ...firmware,
  });
  const { size } = firmware.firmware;
  const bytes = withProgress(readPieces(image), { what: `packing ${image}`, total: size, output: io.stderr });
  const content = writePackage({ manifest, brand, signatures: [], firmware: { size, bytes } });
  await writeAtomically(out, content, { replace: options.force === true });
  io.stderr.write(line(`${out}: ${firmware.version} for ${firmware.firmware.chip}, ${size} bytes, not yet signed.`));
}

function defaults({ brand, build }: PackOptions, now: Date): Record<string, unknown> {
  return {
    product: brand,
    ...(build === undefined ? {} : { sequence: build }),
    allowedChannels: [...FIRMWARE_CHANNELS],
    createdAt: `${now.toISOString().slice(0, 19)}Z`,
  };
}

/** Manifest members given as options; the metadata fills the others. */
function optionMembers(options: PackOptions): Record<string, unknown> {
  const { commit, builtAt, reproducible = false } = options;
  const members = {
    product: options.product,
    model: options.model,
    hardwareRevisions: options.hardwareRevision === undefined ? undefined : [options.hardwareRevision],
    buildNumber: options.build,
    sequence: options.sequence,
    allowedChannels: options.channels,
    minFromVersion: options.minFromVersion,
    minAppVersion: options.minAppVersion,
    source: commit === undefined ? undefined : { commit, builtAt, reproducible },
    createdAt: options.createdAt,
    expiresAt: options.expiresAt,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

async function readMetadata(path: string, io: CliIo): Promise<object> {
  const text = await readText(path, io);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw new CliError(`${path === '-' ? 'stdin' : path} is not a JSON object.`);
}

/** Reads the manifest members of an image. @throws CliError when it is damaged or not an ESP32 application */
async function readImage(path: string, io: CliIo) {
  const total = await sizeOf(path);
  const hash = createHash('sha256');
  let size = 0;
  const image = checkImage(withProgress(readPieces(path), { what: `reading ${path}`, total, output: io.stderr }));
  for await (const piece of image.bytes) {
    hash.update(piece);
    size += piece.length;
  }
  const { problem, embedded } = image.report();
  if (problem !== undefined) throw new CliError(`${path}: ${problem}`);
  if (!embedded)
    throw new CliError(`${path}: the image is not an ESP32 application: it has no descriptor (esp_app_desc_t).`);
  const { version, secureVersion, chip, projectName, appElfSha256, idfVersion } = embedded;
  const firmware = { name: 'firmware.bin', size, sha256: hash.digest('hex'), format: 'esp-app/1', chip, projectName };
  return {
    schema: 'release/1',
    version,
    securityVersion: secureVersion,
    firmware: { ...firmware, appElfSha256, idfVersion },
  } satisfies Partial<Record<keyof ReleaseManifest, unknown>>;
}
