import canonicalize from 'canonicalize';
import { type Static, Type } from 'typebox';
import { FIRMWARE_CHANNELS } from '../../../model/enums.ts';
import { FIRMWARE_VERSION, HARDWARE_REVISION } from '../../../model/grammar.ts';
import { DomainError } from '../../kernel/errors.ts';
import { fields, integer, oneOf, parseInput } from '../../kernel/input.ts';
import { ESP_CHIP_IDS } from './esp-image.ts';
import { MalformedPackage } from './malformed.ts';

/** Largest `release.json`, bytes. */
export const MAX_MANIFEST_BYTES = 65_536;
const MAX_INT32 = 2_147_483_647;

/**
 * A version within the grammar of device proofs (three numbers and a suffix without a dot), of at most the 32
 * characters in an image.
 */
const version = () => Type.String({ pattern: FIRMWARE_VERSION.source, maxLength: 32 });
const name = () => Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$' });
const printable = (maxLength: number) => Type.String({ pattern: '^[ -~]*$', maxLength });
const sha256 = () => Type.String({ pattern: '^[0-9a-f]{64}$' });
/** Exactly one form per timestamp: UTC, `Z`, whole seconds or milliseconds. */
const utc = () =>
  Type.String({ format: 'date-time', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{3})?Z$' });

/** `release.json` v1. Integers only, no other members, and exactly one hardware revision. */
const Manifest = fields({
  schema: oneOf('ReleaseSchema', ['release/1']),
  product: name(),
  model: name(),
  version: version(),
  buildNumber: integer(1, MAX_INT32),
  sequence: integer(0, MAX_INT32),
  hardwareRevisions: Type.Array(Type.String({ pattern: HARDWARE_REVISION.source }), {
    minItems: 1,
    maxItems: 1,
  }),
  securityVersion: integer(0, MAX_INT32),
  minFromVersion: Type.Optional(version()),
  minAppVersion: Type.Optional(version()),
  allowedChannels: Type.Array(oneOf('FirmwareChannel', FIRMWARE_CHANNELS), {
    minItems: 1,
    maxItems: FIRMWARE_CHANNELS.length,
    uniqueItems: true,
  }),
  firmware: fields({
    name: oneOf('FirmwareName', ['firmware.bin']),
    size: integer(1),
    sha256: sha256(),
    format: oneOf('FirmwareFormat', ['esp-app/1']),
    chip: oneOf('Chip', Object.keys(ESP_CHIP_IDS)),
    projectName: printable(32),
    appElfSha256: sha256(),
    idfVersion: printable(32),
  }),
  source: Type.Optional(
    fields({
      commit: Type.String({ pattern: '^[0-9a-f]{7,64}$' }),
      builtAt: utc(),
      reproducible: Type.Boolean(),
    }),
  ),
  createdAt: utc(),
  expiresAt: Type.Optional(utc()),
});
export type ReleaseManifest = Static<typeof Manifest>;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses `release.json`: UTF-8, valid by the schema, and in the canonical form of RFC 8785 (JCS), which excludes
 * duplicate members, white space and alternative forms of numbers.
 * @throws MalformedPackage naming the problem
 */
export function parseManifest(bytes: Uint8Array): ReleaseManifest {
  const value = parseJson('release.json', bytes);
  const manifest = checkManifest(value, (problems) => new MalformedPackage(`release.json: ${problems}.`));
  requireCanonical('release.json', value, bytes);
  return manifest;
}

/**
 * The canonical bytes of a manifest (RFC 8785).
 * @throws Error naming the invalid members
 */
export function encodeManifest(manifest: unknown): Buffer {
  const checked = checkManifest(manifest, (problems) => new Error(`The manifest is not valid: ${problems}.`));
  return Buffer.from(canonicalize(checked) ?? '', 'utf8');
}

/** Parses a JSON file of a package. @throws MalformedPackage */
export function parseJson(file: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch {
    throw new MalformedPackage(`${file} is not valid UTF-8 JSON.`);
  }
}

/** Requires the canonical form of a JSON file. @throws MalformedPackage */
export function requireCanonical(file: string, value: unknown, bytes: Uint8Array): void {
  if (!Buffer.from(canonicalOf(value), 'utf8').equals(bytes)) {
    throw new MalformedPackage(`${file} is not in canonical form (RFC 8785).`);
  }
}

/** A lone surrogate has no canonical form. */
function canonicalOf(value: unknown): string {
  try {
    return canonicalize(value) ?? '';
  } catch {
    return '';
  }
}

function checkManifest(value: unknown, problem: (problems: string) => Error): ReleaseManifest {
  try {
    return parseInput(Manifest, value) as ReleaseManifest;
  } catch (error) {
    if (error instanceof DomainError) throw problem(error.message);
    throw error;
  }
}
