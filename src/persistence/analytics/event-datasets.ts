import { AuditEntryRecord } from '../../model/records/audit-entry.ts';
import { ClaimCodeRecord } from '../../model/records/claim-code.ts';
import { DeviceEventRecord, HeartbeatRecord } from '../../model/records/device.ts';
import { auditList } from '../audit/audit-list.ts';
import { claimCodeListAt } from '../devices/claim-code-list.ts';
import { deviceEventList, heartbeatList } from '../devices/device-list.ts';
import { listOf, type RecordList } from '../lists/record-list.ts';
import { pairingList } from '../pairing/pairing-repository.ts';
import { preorderEventList, preorderList } from '../preorders/preorder-list.ts';
import { Source, type SqlFragment, sql, tableSql, trustedSql, withSources } from '../sql/sql.ts';
import { count, distinct } from './aggregates.ts';
import { NOW } from './asked.ts';
import { ofDevices } from './of-devices.ts';
import { type Declared, type DescribedMoment, integer, questionSet } from './question-set.ts';
import { declaredOf, guardOf, joinedBy, joinOf, timesOf } from './record-dimensions.ts';

/** Records that happen once: their number, by what they say and by the time. */

/**
 * The time at which a history says that the status was left that an entry says was reached; the next entry that changes it is found by the
 * index of the history.
 * @param key the column of what the history is of
 * @param moved whether an entry changes the status
 */
function leftAt(entry: Source, key: string, moved: SqlFragment): DescribedMoment {
  const next = new Source(entry.table, 'next');
  const own = trustedSql(key);
  const later = sql`${next}.${own} = ${entry}.${own} and (${next}.at, ${next}.id) > (${entry}.at, ${entry}.id)`;
  const isMove = withSources(moved, new Map([[entry, next]]));
  return {
    description: 'When the new status was left; null while it lasts, and where only something else changed.',
    needs: [],
    sql: sql`case when ${moved} then (select min(${next}.at) from ${tableSql(next)} where ${later} and ${isMove}) end`,
  };
}

/** @param time of the records, by which they count */
function counted(list: RecordList, time: SqlFragment, joins: readonly Source[], declared: Declared) {
  return {
    table: list.table,
    joins: [...(list.joins ?? []), ...joins],
    ...(list.where ? { where: list.where } : {}),
    time,
    times: timesOf(list),
    ...declared,
    fields: list.fields,
  };
}

const entry = auditList.table;
/** Entries of which the actor is an admin lead to that admin. */
const entries = listOf(AuditEntryRecord, {
  table: entry,
  columns: { actorId: sql`case when ${entry}.actor_type = 'ADMIN' then ${entry}.actor_id::uuid end` },
  defaultSort: [{ field: 'at', direction: 'DESC' }],
});

export const auditQuestions = questionSet(
  {
    name: 'AUDIT_ENTRIES',
    prefix: 'AuditEntry',
    description: 'The entries of the audit log, by the time of the action.',
    times: ['AT'],
  },
  () => auditList,
  {
    ...counted(auditList, sql`${entry}.at`, [], declaredOf(entries, [], ['actorDevice'])),
    aggregates: { entries: count(), denied: count(sql`${entry}.action in ('loginFailed', 'accessDenied')`) },
    metrics: {
      entries: integer('entries', 'Entries: actions, and calls that were denied.'),
      denied: integer('denied', 'Failed sign-ins and calls that were denied.'),
    },
  },
);

const event = deviceEventList.table;
const deviceOfEvent = new Source('device', 'd', sql`d.id = ${event}.device_id`);
const ofEvent = ofDevices(deviceOfEvent, guardOf(DeviceEventRecord, 'device'));

const declaredOfEvents = declaredOf(deviceEventList, ofEvent.across);
const DEVICE_MOVED = sql`${event}.from_status is distinct from ${event}.to_status`;

export const deviceEventQuestions = questionSet(
  {
    name: 'DEVICE_EVENTS',
    prefix: 'DeviceEvent',
    description: 'The changes of devices, by the time of the change.',
    times: ['AT'],
  },
  () => deviceEventList,
  {
    ...counted(deviceEventList, sql`${event}.at`, [deviceOfEvent, ...ofEvent.joins], declaredOfEvents),
    moments: { ...declaredOfEvents.moments, LEFT_AT: leftAt(event, 'device_id', DEVICE_MOVED) },
    aggregates: { events: count(), moved: count(DEVICE_MOVED) },
    metrics: {
      events: integer('events', 'Changes of a status or of an owner.'),
      moved: integer('moved', 'Changes of a status.'),
    },
  },
);

const heartbeat = heartbeatList.table;
const deviceOfHeartbeat = new Source('device', 'd', sql`d.id = ${heartbeat}.device_id`);
const ofHeartbeat = ofDevices(deviceOfHeartbeat, guardOf(HeartbeatRecord, 'device'), ['hardwareRevision']);
const HEARTBEAT_DAYS = 7;

export const heartbeatQuestions = questionSet(
  {
    name: 'HEARTBEATS',
    prefix: 'Heartbeat',
    description: `Heartbeats, by the time they were received, in a range of at most ${HEARTBEAT_DAYS} days: there are millions a day. They are kept for a month, unless the installation says otherwise.`,
    times: ['RECEIVED_AT'],
    mostDays: HEARTBEAT_DAYS,
  },
  () => heartbeatList,
  {
    ...counted(
      heartbeatList,
      sql`${heartbeat}.received_at`,
      [deviceOfHeartbeat, ...ofHeartbeat.joins],
      declaredOf(heartbeatList, ofHeartbeat.across),
    ),
    aggregates: { heartbeats: count(), devices: distinct(sql`${heartbeat}.device_id`) },
    metrics: {
      heartbeats: integer('heartbeats', 'Heartbeats that came in.'),
      devices: integer('devices', 'Different devices.'),
    },
  },
);

const pairing = pairingList.table;
const deviceOfPairing = new Source('device', 'd', sql`d.id = ${pairing}.device_id`);
const ofPairing = ofDevices(deviceOfPairing, 'getDevice');
const declaredOfPairings = declaredOf(pairingList, ofPairing.across);

export const pairingQuestions = questionSet(
  {
    name: 'PAIRINGS',
    prefix: 'Pairing',
    description: 'The pairings of companion apps with devices, ended ones too, by the time of the claim.',
    times: ['CREATED_AT'],
  },
  () => pairingList,
  {
    ...counted(pairingList, sql`${pairing}.created_at`, [deviceOfPairing, ...ofPairing.joins], declaredOfPairings),
    aggregates: {
      pairings: count(),
      live: count(sql`${pairing}.revoked_at is null and ${pairing}.expires_at > ${NOW}`),
    },
    metrics: {
      pairings: integer('pairings', 'Pairings, ended ones too.'),
      live: integer('live', 'Pairings that were not ended and have not expired.'),
    },
  },
);

const codes = claimCodeListAt(new Date(0));
const code = codes.table;
const ofCode = ofDevices(joinOf(codes, 'device'), guardOf(ClaimCodeRecord, 'device'));
const EXPIRED = sql`${code}.status = 'AVAILABLE' and ${code}.expires_at <= ${NOW}`;
const declaredOfCodes = declaredOf(codes, ofCode.across);

export const claimCodeQuestions = questionSet(
  {
    name: 'CLAIM_CODES',
    prefix: 'ClaimCode',
    description: 'The codes on labels that claim devices, by the time they were made.',
    times: ['CREATED_AT', 'CLAIMED_AT', 'EXPIRES_AT'],
  },
  claimCodeListAt,
  {
    ...counted(codes, sql`${code}.created_at`, ofCode.joins, declaredOfCodes),
    dimensions: {
      ...declaredOfCodes.dimensions,
      STATUS: {
        type: 'ENUM',
        description: 'The state of the code; EXPIRED once its time has passed.',
        needs: [],
        sql: sql`case when ${EXPIRED} then 'EXPIRED' else ${code}.status end`,
      },
    },
    aggregates: {
      claimCodes: count(),
      claimed: count(sql`${code}.status = 'CLAIMED'`),
      expired: count(EXPIRED),
    },
    metrics: {
      claimCodes: integer('claimCodes', 'Claim codes.'),
      claimed: integer('claimed', 'Codes that claimed their device.'),
      expired: integer('expired', 'Codes that expired before they were used.'),
    },
  },
);

const move = preorderEventList.table;
const preorder = new Source('preorder', 'p', sql`p.id = ${move}.preorder_id and p.deleted_at is null`);

const declaredOfMoves = declaredOf(preorderEventList, [
  { edge: 'preorder', needs: ['getPreorder'], joined: joinedBy(preorder, preorderList), except: ['refundDue'] },
]);
const PREORDER_MOVED = sql`${move}.from_status is distinct from ${move}.to_status`;

export const preorderEventQuestions = questionSet(
  {
    name: 'PREORDER_EVENTS',
    prefix: 'PreorderEvent',
    description:
      'The histories of preorders: changes of their status, or of who looks after them, by the time of the change.',
    times: ['AT'],
  },
  () => preorderEventList,
  {
    ...counted(preorderEventList, sql`${move}.at`, [preorder], declaredOfMoves),
    moments: { ...declaredOfMoves.moments, LEFT_AT: leftAt(move, 'preorder_id', PREORDER_MOVED) },
    aggregates: {
      events: count(),
      corrections: count(sql`${move}.correction`),
      cancelled: count(sql`${move}.to_status = 'CANCELLED' and ${move}.from_status is distinct from 'CANCELLED'`),
    },
    metrics: {
      events: integer('events', 'Changes.'),
      corrections: integer('corrections', 'Moves one step back, to correct a mistake.'),
      cancelled: integer('cancelled', 'Cancellations.'),
    },
  },
);
