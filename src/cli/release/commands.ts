import { type Command, InvalidArgumentError, Option } from 'commander';
import { FIRMWARE_CHANNELS } from '../../model/enums.ts';
import type { CliIo } from '../io.ts';

const DEFAULT_BRAND = 'karvon';
/** As the service's own default, FIRMWARE_MAX_BYTES. */
const DEFAULT_MAX_BYTES = 16_777_216;

/** `karvon release ...`: what each command takes. The commands themselves are loaded when they are called. */
export function addReleaseCommands(release: Command, io: CliIo): void {
  release
    .command('keygen')
    .description('make a key that signs releases; the public half goes to stdout')
    .requiredOption('--out <file>', 'the private key (JWK, mode 0600); never replaces a file')
    .option('--trust <file>', 'add the public half to this registry (made when it is not there)')
    .option('--label <text>', 'what people call the key', '')
    .option('--not-before <time>', 'signs nothing before (RFC 3339)')
    .option('--not-after <time>', 'signs nothing from then on (RFC 3339)')
    .option('--channels <list>', `may sign for these only: ${FIRMWARE_CHANNELS.join(',')}`, words)
    .option('--hardware-revisions <list>', 'may sign for these only', words)
    .option('--jwks', 'print the public half as a JWKS')
    .action(async (options) => (await import('./keygen.ts')).keygen(options, io));

  release
    .command('pack')
    .description('make an unsigned package of an image; version, project and chip are read from the image')
    .requiredOption('--image <file>', 'the application image, as idf.py build makes it')
    .requiredOption('--out <file>', 'the package')
    .option('--metadata <file>', 'members of the manifest as JSON (- for stdin); options win over it')
    .option('--product <name>', 'the product (default: the brand)')
    .option('--model <name>', 'the model')
    .option('--hardware-revision <name>', 'the hardware it runs on')
    .option('--build <number>', 'the build number, 1 or more', whole)
    .option('--sequence <number>', 'counts releases up (default: the build number)', whole)
    .option('--channels <list>', `where it may go: ${FIRMWARE_CHANNELS.join(',')} (default: all)`, words)
    .option('--min-from-version <version>', 'the oldest firmware that may update to it')
    .option('--min-app-version <version>', 'the oldest app that goes with it')
    .option('--commit <hash>', 'the commit it was built from')
    .option('--built-at <time>', 'when it was built (RFC 3339, UTC)')
    .option('--reproducible', 'the build gives the same bytes again')
    .option('--created-at <time>', 'when the package was made (default: now)')
    .option('--expires-at <time>', 'when the package is no longer taken')
    .addOption(brand())
    .option('--force', 'replace a package that is there')
    .action(async (options) => (await import('./pack.ts')).pack(options, io));

  release
    .command('sign')
    .description('add a signature to a package; signing again with the same key changes nothing')
    .argument('<package>')
    .requiredOption('--key <file>', 'the private key: JWK or PEM (- for stdin)')
    .option('--out <file>', 'another file for the signed package (default: in place)')
    .addOption(brand())
    .addOption(maxBytes())
    .action(async (path, options) => (await import('./sign.ts')).sign(path, options, io));

  release
    .command('verify')
    .description('check a package as the service does: exit code 0 when it would be taken, 1 when not')
    .argument('<package>')
    .requiredOption('--trust <file>', 'the registry of keys, a public JWKS (- for stdin)')
    .addOption(
      new Option('--channel <channel>', 'what it is meant for (default: any it allows)').choices(FIRMWARE_CHANNELS),
    )
    .option('--threshold <number>', 'how many keys have to have signed', whole, 1)
    .addOption(brand())
    .addOption(maxBytes())
    .option('--json', 'print the report as JSON')
    .action(async (path, options) => (await import('./verify.ts')).verify(path, options, io));

  release
    .command('inspect')
    .description('show what is in a package; exit code 1 when it is not well formed')
    .argument('<package>')
    .option('--trust <file>', 'judge its signatures by this registry (- for stdin)')
    .addOption(brand())
    .addOption(maxBytes())
    .option('--json', 'print the report as JSON')
    .action(async (path, options) => (await import('./inspect.ts')).inspect(path, options, io));
}

function brand(): Option {
  return new Option('--brand <word>', 'the brand of the service, part of what is signed').default(DEFAULT_BRAND);
}

function maxBytes(): Option {
  return new Option('--max-bytes <number>', 'the largest image').argParser(whole).default(DEFAULT_MAX_BYTES);
}

function words(list: string): string[] {
  return list.split(',').map((word) => word.trim());
}

function whole(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
