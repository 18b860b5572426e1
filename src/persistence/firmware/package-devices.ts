import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeviceStatus } from '../../model/enums.ts';
import { PackageDeviceRecord } from '../../model/records/package-device.ts';
import {
  device,
  hardwareRevision as hardwareRevisionColumn,
  presence,
  presenceOfDevices,
} from '../devices/device-list.ts';
import { listOf } from '../lists/record-list.ts';
import { row } from '../sql/query.ts';
import { type SqlFragment, sql } from '../sql/sql.ts';

/** Devices by serial. */
export const packageDeviceList = listOf(PackageDeviceRecord, {
  table: device,
  joins: [presence],
  columns: {
    firmwareVersion: sql`${presence}.firmware_version`,
    firmwareBuildNumber: sql`${presence}.firmware_build_number`,
    lastSeenAt: sql`${presence}.last_seen_at`,
  },
  defaultSort: [{ field: 'serial', direction: 'ASC' }],
  age: sql`${device}.created_at`,
  sideTable: presenceOfDevices,
});

/**
 * The conditions of devices of a hardware revision in one of these statuses. They are separate, because presences have a copy
 * of the first column.
 */
export function areFor(hardwareRevision: string, statuses: readonly DeviceStatus[]): SqlFragment[] {
  return [sql`${hardwareRevisionColumn} = ${hardwareRevision}`, sql`${device}.status = any(${statuses}::text[])`];
}

export interface TargetDevice {
  readonly id: string;
  readonly serial: string;
  readonly model: string;
  readonly hardwareRevision: string;
  readonly status: DeviceStatus;
}

/** A possible target device; not locked, because the compared fields never change. */
export function findTargetDevice(em: EntityManager, id: string): Promise<TargetDevice | undefined> {
  return row(
    em,
    'select id, serial, model, hardware_revision as "hardwareRevision", status from device where id = $1',
    [id],
  );
}

export interface Audience {
  readonly hardwareRevision: string;
  readonly model: string;
  readonly statuses: readonly DeviceStatus[];
}

/**
 * Counts the devices compatible with a package, and those of them that already run a newer version.
 * @param version three numbers
 */
export async function countAudience(
  em: EntityManager,
  { hardwareRevision, model, statuses }: Audience,
  { version, buildNumber }: { readonly version: readonly [number, number, number]; readonly buildNumber: number },
): Promise<{ readonly devices: number; readonly newer: number }> {
  const counted = await row<{ devices: number; newer: number }>(
    em,
    // Only values that are versions are compared: CASE is evaluated before the cast.
    `with fitting as (
       select case when p.firmware_version ~ '^[0-9]{1,4}([.][0-9]{1,4}){0,2}([-+].*)?$'
                   then string_to_array(split_part(split_part(p.firmware_version, '-', 1), '+', 1), '.')::int[] end as version,
              p.firmware_build_number as build
         from device d left join device_presence p on p.device_id = d.id
        where d.hardware_revision = $1 and d.model = $2 and d.status = any($3)
     )
     select count(*)::int as devices,
            (count(*) filter (where version > $4::int[] or (version = $4::int[] and build > $5)))::int as newer
       from fitting`,
    [hardwareRevision, model, statuses, version, buildNumber],
  );
  return counted ?? { devices: 0, newer: 0 };
}
