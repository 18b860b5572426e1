import { Type } from 'typebox';
import { viewOf } from '../../model/record.ts';
import { HeartbeatRecord } from '../../model/records/device.ts';
import { heartbeatList, receivedBetween } from '../../persistence/devices/device-list.ts';
import { readFrom, readTo } from '../formats/business-time.ts';
import { fieldProblem, invalid } from '../kernel/errors.ts';
import { described, fields, paging, timestamp } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { getDevice } from './get-device.ts';

const HOUR_MS = 3_600_000;
/** The history has an index by device for days that are over. For today, all heartbeats within the range are read. */
const DEFAULT_HOURS = 1;
const MAX_HOURS = 24;

const HeartbeatQuery = fields({
  deviceId: described(Type.String({ format: 'uuid' }), 'The device that sent the heartbeats.'),
  from: Type.Optional(
    described(
      timestamp(),
      `Only heartbeats received at this time or later, at most ${MAX_HOURS} hours before \`to\`; default an hour before it.`,
    ),
  ),
  to: Type.Optional(described(timestamp(), 'Only heartbeats received before this time; default now.')),
  ...paging(50, 100),
});

export const listHeartbeats = listOperation({
  name: 'listHeartbeats',
  summary: 'Lists the heartbeats of one device within a range of at most a day, newest first.',
  beyond: {
    why: 'the contract shows the latest heartbeat only; charts and support need those before it',
    graphqlOnly: true,
  },
  access: getDevice.access,
  limit: 120,
  errors: ['INVALID_RANGE'],
  input: HeartbeatQuery,
  record: HeartbeatRecord,
  // Where to look, which is bounded: a filter could name a thousand days.
  kept: ['from', 'to'],
  rows({ now, settings }, input) {
    const where = [receivedBetween(input.deviceId, ...rangeOf(input, settings.businessTimeZone, now))];
    return { list: heartbeatList, query: { where }, view: (row: never) => viewOf(HeartbeatRecord, row) };
  },
});

/**
 * The range of the list; `to` is exclusive.
 * @throws DomainError 400 INVALID_RANGE when it is empty or longer than a day
 */
function rangeOf(
  range: { readonly from?: string; readonly to?: string },
  zone: string,
  now: Date,
): [from: Date, to: Date] {
  const to = range.to === undefined ? now : readTo(range.to, zone);
  const from = range.from === undefined ? new Date(to.getTime() - DEFAULT_HOURS * HOUR_MS) : readFrom(range.from, zone);
  if (from >= to) {
    throw invalid('INVALID_RANGE', 'NOT_BEFORE').with({
      fields: [fieldProblem('from', 'NOT_BEFORE', { other: 'to' })],
    });
  }
  if (to.getTime() - from.getTime() > MAX_HOURS * HOUR_MS) {
    throw invalid('INVALID_RANGE', 'TOO_LONG', { hours: MAX_HOURS }).with({
      fields: [fieldProblem('from', 'TOO_LONG_BEFORE', { hours: MAX_HOURS, other: 'to' })],
    });
  }
  // Without an end, heartbeats of this millisecond are included.
  return [from, range.to === undefined ? new Date(now.getTime() + 1) : to];
}
