import type { EntityManager } from '@mikro-orm/postgresql';
import type { FirmwareChannel } from '../../model/enums.ts';
import { row } from '../sql/query.ts';
import type { LockedInstallation, ReleaseFacts } from './installation-fields.ts';
import { INSTALLATION_COLUMNS } from './installation-store.ts';

/** An installation with the facts of its release that its device needs. */
export interface CurrentInstallationRow extends LockedInstallation, Omit<ReleaseFacts, 'id'> {
  readonly hardwareRevision: string;
  readonly channel: FirmwareChannel;
  readonly mandatory: boolean;
  /** Bytes. */
  readonly firmwareSize: number;
  /** Lower-case hexadecimal. */
  readonly firmwareSha256: string;
}

/**
 * The given installation of a device, or by default its newest open one, or else its newest one.
 * @returns undefined if there is none, or it belongs to another device
 */
export function findCurrentInstallation(
  em: EntityManager,
  deviceId: string,
  installationId: string | undefined,
): Promise<CurrentInstallationRow | undefined> {
  return row(
    em,
    `select ${INSTALLATION_COLUMNS}, r.lifecycle, r.version, r.build_number as "buildNumber",
            r.security_version as "securityVersion", r.hardware_revision as "hardwareRevision", r.channel, r.mandatory,
            r.firmware_size as "firmwareSize", r.firmware_sha256 as "firmwareSha256"
       from installation i join release r on r.id = i.release_id
      where i.device_id = $1 and ($2::uuid is null or i.id = $2)
      order by (i.status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and i.closed_reason is null) desc,
               i.created_at desc, i.id desc
      limit 1`,
    [deviceId, installationId ?? null],
  );
}
