import { changeKeys, type KeyChange, needsOf } from '../../domain/keys/index.ts';
import type { KeyKind } from '../../model/ports.ts';
import type { OperatorKeys } from '../../operator-keys.ts';
import { writeAtomically } from '../files.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { onKeys } from './on-keys.ts';

type Entry = ReturnType<OperatorKeys['make']>;

interface ChangeOptions {
  readonly out?: string;
  readonly json: boolean;
}

interface Change extends Omit<KeyChange, 'detail'> {
  readonly kid: string;
  readonly entries: readonly Entry[];
  /** The last line for the operator. */
  readonly next: string;
}

const NEXT_OF_ROTATE: Readonly<Record<KeyKind, string>> = {
  encryption: 'Run karvon keys reseal, and then retire the old key',
  pepper: 'Run karvon keys reseal, and then retire the old key',
  'pairing-issuer': 'Credentials of the old key are valid until they expire, and each refresh replaces one',
  'grant-issuer': 'Grants of the old key expire within 15 minutes',
};

/** Adds a key behind the current one. @throws CliError */
export function add(kind: KeyKind, options: ChangeOptions, io: CliIo): Promise<void> {
  return change(kind, options, io, async (keys, entries) => {
    const made = keys.make(kind, io.now());
    const [current, ...others] = entries;
    const next = `Make it the current one when every instance has it: karvon keys rotate ${kind} ${made.kid}`;
    return { action: 'addKey', kid: made.kid, entries: current ? [current, made, ...others] : [made], next };
  });
}

/** Makes a key the current one. @throws CliError if it is not there */
export function rotate(kind: KeyKind, kid: string, options: ChangeOptions, io: CliIo): Promise<void> {
  return change(kind, options, io, async (_keys, entries) => {
    const { found, others } = pick(kind, kid, entries);
    return { action: 'rotateKey', kid, entries: [found, ...others], next: `${NEXT_OF_ROTATE[kind]}.` };
  });
}

interface RetireOptions extends ChangeOptions {
  readonly force: boolean;
}

/** Removes a key. @throws CliError if it is the current one, or is needed and `force` is false */
export function retire(kind: KeyKind, kid: string, options: RetireOptions, io: CliIo): Promise<void> {
  return change(kind, options, io, async ({ keys }, entries, em) => {
    const isLost = kind === 'encryption' && options.force && !keys.kek(kid);
    if (entries[0]?.kid === kid) throw new CliError(`${kid} is the current key. Rotate to another one first.`);
    const others = isLost ? entries : pick(kind, kid, entries).others;
    const needs = await needsOf(em, keys, kind, kid, io.now());
    const list = needs.map(({ what, count }) => `${count} ${what}`).join(', ');
    // A key that is here and seals rows is never needed to go: reseal moves them.
    const ends = options.force && (isLost || kind === 'pairing-issuer' || kind === 'grant-issuer');
    if (list && !ends) throw new CliError(`${kid} is needed by ${list}. ${remedyOf(kind)}`);
    const ended = list ? `What needed it has ended: ${list}.` : 'Nothing needed it.';
    return { action: 'retireKey', kid, entries: others, next: ended, ...(isLost && { endsSealedBy: kid }) };
  });
}

function remedyOf(kind: KeyKind): string {
  if (kind === 'encryption' || kind === 'pepper') return 'Run karvon keys reseal first.';
  return 'Wait until credentials are refreshed or expire, and give devices a new envelope; --force ends all of them at once.';
}

function pick(kind: KeyKind, kid: string, entries: readonly Entry[]) {
  const found = entries.find((entry) => entry.kid === kid);
  if (!found) throw new CliError(`there is no ${kind} key ${kid}. Run karvon keys list.`);
  return { found, others: entries.filter((entry) => entry !== found) };
}

function checkedText(keys: OperatorKeys, kind: KeyKind, entries: readonly Entry[]): string {
  try {
    return keys.textOf(kind, entries);
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}

type Database = Parameters<typeof needsOf>[0];

function change(
  kind: KeyKind,
  { out, json }: ChangeOptions,
  io: CliIo,
  decide: (keys: OperatorKeys, entries: readonly Entry[], em: Database) => Promise<Change>,
): Promise<void> {
  return onKeys(io, async (keys, { em }) => {
    const file = keys.fileOf(kind);
    const setting = keys.settingOf(kind);
    if (file === undefined && out === undefined) {
      throw new CliError(`the keys are settings here: --out <file> writes the new value of ${setting}.`);
    }
    if (file !== undefined && out !== undefined) throw new CliError(`the keys are files here: leave out --out.`);
    const changed = await changeKeys(em(), io.now(), async (fork) => {
      // Read under the lock: another command may have changed them.
      const { entries, next, ...made } = await decide(keys, keys.read(kind), fork);
      const content = [Buffer.from(`${checkedText(keys, kind, entries)}\n`)];
      await writeAtomically(file ?? out ?? '', content, { replace: file !== undefined, mode: 0o600 });
      return { ...made, entries, next, detail: { key: kind, kid: made.kid } };
    });
    const { action, kid, next } = changed;
    const kids = changed.entries.map((entry) => entry.kid);
    io.stdout.write(json ? `${JSON.stringify({ action, key: kind, kid, kids }, null, 2)}\n` : line(kid));
    if (out !== undefined) {
      io.stderr.write(
        line(`${out} has the new value of ${setting}: give it to every instance, restart them, and delete the file.`),
      );
    }
    io.stderr.write(line(next));
  });
}
