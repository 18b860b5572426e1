import { type Command, InvalidArgumentError, Option } from 'commander';
import { FIRMWARE_CHANNELS } from '../../model/enums.ts';
import type { CliIo } from '../io.ts';

const DEFAULT_BRAND = 'karvon';
/** The service's default of FIRMWARE_MAX_BYTES. */
const DEFAULT_MAX_BYTES = 16_777_216;

/** Declares `karvon release ...`. Each command is loaded when it is called. */
export function addReleaseCommands(release: Command, io: CliIo): void {
  release
    .command('keygen')
    .description('generate a release signing key; the public key is printed to stdout')
    .requiredOption('--out <file>', 'file for the private key (JWK, mode 0600); must not exist')
    .option('--trust <file>', 'add the public key to this registry; created if missing')
    .option('--label <text>', 'display name of the key', '')
    .option('--not-before <time>', 'start of the validity period (RFC 3339)')
    .option('--not-after <time>', 'end of the validity period (RFC 3339)')
    .option('--channels <list>', `limit the key to these channels: ${FIRMWARE_CHANNELS.join(',')}`, commaSeparated)
    .option('--hardware-revisions <list>', 'limit the key to these hardware revisions', commaSeparated)
    .option('--jwks', 'print the public key as a JWKS')
    .action(async (options) => (await import('./keygen.ts')).keygen(options, io));

  release
    .command('pack')
    .description('create an unsigned package from an image; version, project and chip are read from the image')
    .requiredOption('--image <file>', 'application image, as built by idf.py build')
    .requiredOption('--out <file>', 'file for the package')
    .option('--metadata <file>', 'manifest members as JSON (- for stdin); options take precedence')
    .option('--product <name>', 'product (default: the brand)')
    .option('--model <name>', 'model')
    .option('--hardware-revision <name>', 'hardware revision that it runs on')
    .option('--build <number>', 'build number, at least 1', whole)
    .option('--sequence <number>', 'release sequence number (default: the build number)', whole)
    .option('--channels <list>', `allowed channels: ${FIRMWARE_CHANNELS.join(',')} (default: all)`, commaSeparated)
    .option('--min-from-version <version>', 'oldest firmware version that can update to it')
    .option('--min-app-version <version>', 'oldest compatible app version')
    .option('--commit <hash>', 'commit of the source code')
    .option('--built-at <time>', 'build time (RFC 3339, UTC)')
    .option('--reproducible', 'mark the build as reproducible')
    .option('--created-at <time>', 'creation time of the package (default: now)')
    .option('--expires-at <time>', 'time after which the service rejects the package')
    .addOption(brand())
    .option('--force', 'replace an existing package')
    .action(async (options) => (await import('./pack.ts')).pack(options, io));

  release
    .command('sign')
    .description('add a signature to a package; signing again with the same key has no effect')
    .argument('<package>')
    .requiredOption('--key <file>', 'private key: JWK or PEM (- for stdin)')
    .option('--out <file>', 'file for the signed package (default: in place)')
    .addOption(brand())
    .addOption(maxBytes())
    .action(async (path, options) => (await import('./sign.ts')).sign(path, options, io));

  release
    .command('verify')
    .description('check a package like the service does: exit code 0 if the service would accept it, else 1')
    .argument('<package>')
    .requiredOption('--trust <file>', 'registry of public keys, a JWKS (- for stdin)')
    .addOption(
      new Option('--channel <channel>', 'channel to check for (default: any allowed channel)').choices(
        FIRMWARE_CHANNELS,
      ),
    )
    .option('--threshold <number>', 'number of keys that must have signed', whole, 1)
    .addOption(brand())
    .addOption(maxBytes())
    .option('--json', 'print the report as JSON')
    .action(async (path, options) => (await import('./verify.ts')).verify(path, options, io));

  release
    .command('inspect')
    .description('show the contents of a package; exit code 1 if it is malformed')
    .argument('<package>')
    .option('--trust <file>', 'verify its signatures against this registry (- for stdin)')
    .addOption(brand())
    .addOption(maxBytes())
    .option('--json', 'print the report as JSON')
    .action(async (path, options) => (await import('./inspect.ts')).inspect(path, options, io));
}

function brand(): Option {
  return new Option('--brand <word>', 'brand of the service; part of the signed data').default(DEFAULT_BRAND);
}

function maxBytes(): Option {
  return new Option('--max-bytes <number>', 'maximum image size in bytes').argParser(whole).default(DEFAULT_MAX_BYTES);
}

function commaSeparated(list: string): string[] {
  return list.split(',').map((word) => word.trim());
}

function whole(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at most 10 digits.');
  return Number(text);
}
