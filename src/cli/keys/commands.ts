import { Argument, type Command } from 'commander';
import { KEY_KINDS } from '../../model/ports.ts';
import type { CliIo } from '../io.ts';

const HELP = `
A key is added, then made the current one, and retired when nothing needs it any more:
  encryption      seals device secrets and claim codes in the database; reseal moves them to the current key
  pepper          finds claim codes by their hash; reseal moves them to the current one
  pairing-issuer  signs the credentials of companion apps
  grant-issuer    signs maintenance grants

Where the keys are files (DATA_DIR/keys), a running service takes a change over at once. Where they are settings, --out writes the new
value to a file for the store of secrets: give it to every instance and restart them, before the next step. docs/operate/keys.md has
the order. No command prints a key.

Exit codes: 0 success; 1 the command failed, or the key is still needed; 2 invalid options.`;

/** Ids are in base64url, and one in 64 begins with a hyphen, which would make it an option. */
const LIKE_AN_OPTION = /^-[\w-]{42}$/;
const MARK = 'kid:';

/** The arguments of a command line with ids of keys that are no options. */
export function withKids(args: readonly string[]): readonly string[] {
  return args[0] === 'keys' ? args.map((arg) => (LIKE_AN_OPTION.test(arg) ? MARK + arg : arg)) : args;
}

const kid = (description: string) =>
  new Argument('<kid>', description).argParser((given: string) => given.replace(MARK, ''));
const kind = () => new Argument('<key>', 'which key').choices(KEY_KINDS);
const OUT = ['--out <file>', 'where the keys are settings: the file for the new value of the setting'] as const;
const JSON_OUT = ['--json', 'print the result as JSON', false] as const;

/** Declares `karvon keys ...`. The code of the keys and the database is loaded when a command is called. */
export function addKeyCommands(keys: Command, io: CliIo): void {
  keys.addHelpText('after', HELP);
  keys
    .command('list')
    .description('list the keys by their ids, with what needs each of them')
    .option(...JSON_OUT)
    .action(async (options) => (await import('./list.ts')).list(options, io));

  keys
    .command('add')
    .description('add a new key behind the current one: it verifies and opens, but signs and seals nothing yet')
    .addArgument(kind())
    .option(...OUT)
    .option(...JSON_OUT)
    .action(async (key, options) => (await import('./change.ts')).add(key, options, io));

  keys
    .command('rotate')
    .description('make a key the current one; the others go on to verify and to open')
    .addArgument(kind())
    .addArgument(kid('its id, as list and add print it'))
    .option(...OUT)
    .option(...JSON_OUT)
    .action(async (key, kid, options) => (await import('./change.ts')).rotate(key, kid, options, io));

  keys
    .command('reseal')
    .description('seal and hash all rows with the current keys; continues a run that was ended')
    .option(...JSON_OUT)
    .action(async (options) => (await import('./reseal.ts')).resealAll(options, io));

  keys
    .command('retire')
    .description('remove a key, unless it is the current one or something needs it')
    .addArgument(kind())
    .addArgument(kid('its id'))
    .option('--force', 'although it is needed, because it was stolen or lost: what needs it ends', false)
    .option(...OUT)
    .option(...JSON_OUT)
    .action(async (key, kid, options) => (await import('./change.ts')).retire(key, kid, options, io));
}
