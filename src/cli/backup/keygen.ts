import { makeBackupKeys, wrap } from '../../platform/backup/content-key.ts';
import { writeAtomically } from '../files.ts';
import { type CliIo, line } from '../io.ts';
import { newPassphrase, type PassphraseOption } from './secrets.ts';

/** Makes a key pair. The service has the public half; the private half is needed for a restore alone. */
export async function keygen(options: PassphraseOption & { readonly out: string }, io: CliIo): Promise<void> {
  const passphrase = await newPassphrase('Passphrase of the private key', options, io);
  const { publicKey, privateKey } = await makeBackupKeys();
  const sealed = await wrap(Buffer.from(JSON.stringify(privateKey)), { passphrase });
  await writeAtomically(options.out, [Buffer.from(`${sealed}\n`)], { replace: false, mode: 0o600 });
  io.stderr.write(
    line(
      `Wrote the private key to ${options.out}. Keep it and its passphrase away from the server: nothing else opens the backups.`,
    ),
  );
  io.stdout.write(`${JSON.stringify(publicKey)}\n`);
}
