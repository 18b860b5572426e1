import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockRows } from '../persistence/lock-rows.ts';

const LOCK =
  /\bfor (?:no key )?(?:update|share)\b|\bfor key share\b|LockMode\.|pg_advisory(?:_xact)?_lock\(|\block table\b/;
const SKIPS = / skip locked/;

/** Locks that no row of test/persistence/lock-rows.ts can have, with the test that shows who waits for them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'persistence/backup/snapshot openSnapshot': 'test/backup/snapshot.test.ts: only a change of the schema waits',
  'persistence/migrate applyMissing': 'test/bootstrap/start.test.ts: a newer version that migrates at this moment',
  'persistence/name-order rebuild': 'test/persistence/name-order.test.ts: three starts, of which one rebuilds',
  'persistence/devices/heartbeat-partitions LOCK': 'test/heartbeats/partitions.test.ts',
  'persistence/devices/heartbeat-partitions makePartition': 'test/heartbeats/partitions.test.ts',
  'persistence/devices/out-of-order-heartbeats LOCK_DEVICES':
    'test/heartbeats/record-heartbeat.test.ts: heartbeats sent again',
  'domain/keys/change-keys takeAdvisoryLock': 'test/cli/keys.test.ts: two commands at once',
  'domain/team/first-admin takeAdvisoryLock': 'test/team/first-admin.test.ts',
  'persistence/objects/stored-objects takeAdvisoryLock': 'is lockObject',
  'persistence/offers/offer-repository takeAdvisoryLock': 'is serializeLeases',
  'persistence/sales/sale-repository lockSale': 'is lockSaleToChange',
};

interface Unit {
  /** The file, below src, without its ending. */
  readonly place: string;
  readonly name: string;
  readonly text: string;
}

/** The functions and constants of a file that stand at its left edge. */
function unitsOf(file: string): Unit[] {
  const place = file.replace(/\.ts$/, '');
  const source = readFileSync(join('src', file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const parts = source.split(/^(?=(?:export )?(?:async )?(?:function|const|class) )/m);
  return parts.flatMap((text) => {
    const name = /^(?:export )?(?:async )?(?:function|const|class) (\w+)/.exec(text)?.[1];
    return name ? [{ place, name, text }] : [];
  });
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const units = files.filter((file) => /^(?:domain|persistence)\//.test(file)).flatMap(unitsOf);
const locks = units.filter(
  ({ place, text }) => place.startsWith('persistence/') && LOCK.test(text) && !SKIPS.test(text),
);
const named = new Set(lockRows.map(({ lock }) => lock));
const keyOf = ({ place, name }: Unit) => `${place} ${name}`;

const ADD = 'add a row to test/persistence/lock-rows.ts: a call that has to wait for the lock';

it('each lock of the persistence has a test that shows who waits for it', () => {
  const missing = locks.filter((lock) => !named.has(lock.name) && !(keyOf(lock) in ELSEWHERE)).map(keyOf);
  expect({ [ADD]: missing }).toEqual({ [ADD]: [] });
});

it('each place that takes a lock has a test that shows that it waits', () => {
  const rows = new Set(lockRows.map(({ lock, place }) => `${place} ${lock}`));
  const taken = units.flatMap(({ place, name, text }) =>
    [...named]
      .filter((lock) => lock !== name && new RegExp(`\\b${lock}\\(`).test(text))
      .map((lock) => `${place} ${lock}`),
  );
  const missing = [...new Set(taken)].filter((one) => !rows.has(one) && !(one in ELSEWHERE));
  expect({ [ADD]: missing }).toEqual({ [ADD]: [] });
});
