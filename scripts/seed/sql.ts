import pg from 'pg';
import { clocksIn, localTime } from '../../src/persistence/sql/local-time.ts';
import type { Timeline } from './timeline.ts';

/** Where the seed keeps what it knows until it is done; a run that was stopped continues from it. */
export const PLACE = 'karvon_seed';

const SPAN_TO_MS = 1_000;

/** Kinds of records, which their ids are made of. */
const KINDS = {
  admin: 1,
  customer: 2,
  device: 3,
  sale: 4,
  refund: 5,
  event: 6,
  batch: 7,
  release: 8,
  installation: 9,
  pairing: 10,
  preorder: 11,
  preorderEvent: 12,
  note: 13,
  audit: 14,
  secret: 15,
  code: 16,
  envelope: 17,
  releaseEvent: 18,
  credential: 19,
} as const;

/** SQL: the id of the n-th of `of` records of a kind. Ids sort by n; the same seed gives the same ones. */
export function id(kind: keyof typeof KINDS, n: string, of: number | string = 1): string {
  return `${PLACE}.id(${KINDS[kind]}, (${n})::bigint, (${of})::bigint)`;
}

/** SQL: a number from 0 to 1 that the key and the purpose decide. */
export function chance(key: string, purpose: number): string {
  return `${PLACE}.chance((${key})::bigint, ${purpose})`;
}

/** SQL: one of the values. @param by a number from 0 to 1 */
export function pick(values: readonly (string | null)[], by: string): string {
  const list = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(value)));
  return `(array[${list.join()}]::text[])[1 + floor(${by} * ${values.length})::int]`;
}

/** SQL: a timestamp of Unix seconds. */
export function time(seconds: string): string {
  return `to_timestamp(${seconds})::timestamptz(3)`;
}

/** SQL: the local time of the business at Unix seconds. */
export function local(seconds: string): string {
  return `${PLACE}.local(${time(seconds)})`;
}

/** Makes the functions that every step uses. All are immutable and inlined. @param zone the business time zone */
export function functions({ from, now, shares }: Timeline, salt: string, zone: string): string[] {
  const array = `'{${shares.join()}}'::float8[]`;
  const day = `width_bucket(u, ${array})`;
  const start = `${from} + (${day} - 1) * 86400.0`;
  const within = `(u - (${array})[${day}]) / ((${array})[${day} + 1] - (${array})[${day}])`;
  const last = shares.length - 1;
  const head = (signature: string, type: string) =>
    `create function ${PLACE}.${signature} returns ${type} language sql immutable parallel safe as`;
  const literal = pg.escapeLiteral(salt);
  const yearOf = (seconds: number) => new Date(seconds * 1_000).getUTCFullYear();
  const clocks = clocksIn(zone, yearOf(from) - 1, yearOf(now) + 1);
  const arrayOf = (values: readonly string[]) => pg.escapeLiteral(`{${values.join()}}`);
  return [
    `${head('chance(n bigint, k int)', 'float8')} $$
       select ((hashint8extended(n, hashtextextended(${literal}, k)) >> 11) & 9007199254740991)::float8 / 9007199254740992 $$`,
    `${head('id(kind int, n bigint, total bigint)', 'uuid')} $$
       select overlay(overlay(md5(n::text || 'k' || kind::text || ${literal})
         placing lpad(to_hex((${from * SPAN_TO_MS} + n::float8 / total * ${(now - from) * SPAN_TO_MS})::bigint), 12, '0') || '7' from 1 for 13)
         placing 'a' from 17 for 1)::uuid $$`,
    `${head('local(t timestamptz)', 'timestamp')} $$ select ${localTime('t', arrayOf(clocks.since), arrayOf(clocks.offsets))} $$`,
    // Shops are open from half past eight to ten; today ends now.
    `${head('at(u float8)', 'float8')} $$
       select case when ${day} >= ${last} then ${from + (last - 1) * 86_400} + least(0.9999, ${within}) * ${now - from - (last - 1) * 86_400}
                   else ${start} + 30600 + ${within} * 48600 end $$`,
    `${head('share(t float8)', 'float8')} $$ select (${array})[least(${last + 1}, greatest(1, floor((t - ${from}) / 86400)::int + 2))] $$`,
  ];
}
