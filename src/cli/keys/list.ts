import { findKeyProblems, needsOf } from '../../domain/keys/index.ts';
import { KEY_KINDS } from '../../model/ports.ts';
import type { CliIo } from '../io.ts';
import { tableOf } from '../table.ts';
import { onKeys } from './on-keys.ts';

const TITLES = ['KEY', 'ID', 'STATE', 'NEEDED BY'] as const;

/** Lists the keys and what needs them; those that rows need and that are not here are MISSING. @throws CliError */
export function list({ json }: { readonly json: boolean }, io: CliIo): Promise<void> {
  return onKeys(io, async ({ keys, read }, { em }) => {
    const now = io.now();
    const db = em().fork();
    const listed = [];
    for (const kind of KEY_KINDS) {
      for (const [at, { kid }] of read(kind).entries()) {
        // Of the pepper, nothing says what needs it without opening every claim code: retire does.
        const needs = kind === 'pepper' ? null : await needsOf(db, keys, kind, kid, now);
        listed.push({ key: kind, kid, state: at === 0 ? 'CURRENT' : 'ACCEPTED', needs });
      }
    }
    for (const { kid, rows } of (await findKeyProblems(db, keys, now)).missing) {
      const needs = [{ what: 'device secrets and claim codes that it has sealed', count: rows }];
      listed.push({ key: 'encryption', kid, state: 'MISSING', needs });
    }
    const cells = listed.map(({ key, kid, state, needs }) => [
      key,
      kid,
      state,
      needs?.map(({ what, count }) => `${count} ${what}`).join(', ') ?? 'not known until it is retired',
    ]);
    io.stdout.write(json ? `${JSON.stringify(listed, null, 2)}\n` : tableOf(TITLES, cells));
  });
}
