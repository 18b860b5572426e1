import { type Opener, type Recipient, readPrivateKey, readPublicKey } from '../../platform/backup/content-key.ts';
import { readText } from '../files.ts';
import { CliError, type CliIo } from '../io.ts';
import { readSecretLine } from '../secret.ts';

const MIN_LENGTH = 12;

export interface PassphraseOption {
  readonly passphraseFile?: string;
}

/** What a new backup is encrypted for. @throws CliError */
export async function recipientOf(
  options: PassphraseOption & { readonly publicKey?: string },
  io: CliIo,
): Promise<Recipient> {
  if (options.publicKey === undefined)
    return { passphrase: await newPassphrase('Passphrase of the backup', options, io) };
  if (options.passphraseFile !== undefined) throw new CliError('--public-key needs no passphrase.');
  return { publicKey: readPublicKey(await readText(options.publicKey, io), options.publicKey) };
}

/** What opens a backup. @throws CliError, BackupRefused if the passphrase of the key is wrong */
export async function openerOf(options: PassphraseOption & { readonly key?: string }, io: CliIo): Promise<Opener> {
  if (options.key === undefined) return { passphrase: await passphraseOf('Passphrase of the backup', options, io) };
  const text = await readText(options.key, io);
  return { privateKey: await readPrivateKey(text, await passphraseOf(`Passphrase of ${options.key}`, options, io)) };
}

/** A passphrase that is typed twice, because nobody can open a backup with another one. */
export async function newPassphrase(what: string, options: PassphraseOption, io: CliIo): Promise<string> {
  const passphrase = await passphraseOf(what, options, io);
  if (passphrase.length < MIN_LENGTH) throw new CliError(`${what}: it needs at least ${MIN_LENGTH} characters.`);
  const isTyped = options.passphraseFile === undefined && 'isTTY' in io.stdin && io.stdin.isTTY === true;
  if (isTyped && (await passphraseOf(`${what}, again`, options, io)) !== passphrase) {
    throw new CliError(`${what}: the two are different.`);
  }
  return passphrase;
}

async function passphraseOf(what: string, { passphraseFile }: PassphraseOption, io: CliIo): Promise<string> {
  if (passphraseFile === undefined) return readSecretLine(what, io, 'Name the file that has it by --passphrase-file.');
  const first = (await readText(passphraseFile, io)).split('\n', 1)[0]?.replace(/\r$/, '') ?? '';
  if (first === '') throw new CliError(`${passphraseFile} is empty.`);
  return first;
}
