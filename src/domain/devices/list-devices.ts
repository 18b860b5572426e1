import { Type } from 'typebox';
import { DEVICE_STATUSES, type DeviceStatus } from '../../model/enums.ts';
import { DeviceRecord } from '../../model/records/device.ts';
import { deviceListAt } from '../../persistence/devices/device-list.ts';
import { readList } from '../../persistence/list-reader.ts';
import { type SqlFragment, sql } from '../../persistence/sql.ts';
import { admins } from '../kernel/access.ts';
import { fields, oneOf, paging, text, UUID } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { viewDevice } from './device-view.ts';

const DeviceQuery = fields({
  search: Type.Optional(text(0)),
  hardwareRevision: Type.Optional(text(0)),
  firmware: Type.Optional(text(0)),
  batch: Type.Optional(text(0)),
  status: Type.Optional(oneOf('DeviceStatus', DEVICE_STATUSES)),
  ...paging(50, 100),
});

/** Devices, newest first. `search` looks into serial, batch code and model; `batch` is a code or an id. */
export const listDevices = operation({
  name: 'listDevices',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: DeviceQuery,
  typedInput: typedList(DeviceQuery, refinementFor(DeviceRecord)),
  async handle({ em, now }, input) {
    const { search, skip, take = 50 } = input;
    const query = { ...refinementOf(input), search, skip, take, where: conditionsOf(input) };
    return readList(em, deviceListAt(now), query, now, viewDevice);
  },
});

interface Conditions {
  readonly hardwareRevision?: string;
  readonly firmware?: string;
  readonly batch?: string;
  readonly status?: DeviceStatus;
}

/** What was left empty, as forms send it, is not asked for. */
function conditionsOf({ hardwareRevision, firmware, batch, status }: Conditions): SqlFragment[] {
  return [
    hardwareRevision ? [sql`d.hardware_revision = ${hardwareRevision}`] : [],
    firmware ? [sql`p.firmware_version = ${firmware}`] : [],
    batch ? [UUID.test(batch) ? sql`b.id = ${batch}::uuid or b.code = ${batch}` : sql`b.code = ${batch}`] : [],
    status ? [sql`d.status = ${status}`] : [],
  ].flat();
}
