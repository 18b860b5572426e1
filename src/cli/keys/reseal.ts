import { reseal } from '../../domain/keys/index.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { progressOn } from '../progress.ts';
import { onKeys } from './on-keys.ts';

/** Seals and hashes all rows with the current keys. @throws CliError if rows could not be opened, after all others */
export function resealAll({ json }: { readonly json: boolean }, io: CliIo): Promise<void> {
  return onKeys(io, async ({ keys }, { em }) => {
    const progress = progressOn(io);
    const result = await reseal(em().fork(), keys, (done, total) => progress.showPart('sealing', done, total)).finally(
      progress.end,
    );
    io.stdout.write(
      json ? `${JSON.stringify(result, null, 2)}\n` : line(`${result.changed} rows have the current keys now.`),
    );
    if (result.unopened === 0) return;
    throw new CliError(
      `${result.unopened} rows could not be opened. karvon keys list names the keys that are missing: put them back, or, if one is lost for good, end what it sealed with karvon keys retire encryption <id> --force.`,
    );
  });
}
