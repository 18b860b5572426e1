import type { Pool } from 'pg';

/** A registered device with the sealed secrets that may prove it. */
export interface ProvableDevice {
  readonly id: string;
  readonly serial: string;
  readonly status: string;
  readonly hardwareRevision: string;
  readonly model: string;
  readonly firmwareChannel: string | null;
  readonly pairingEpoch: number;
  /** ACTIVE first, then PENDING. */
  readonly secrets: readonly SecretRow[];
}

interface SecretRow {
  readonly version: number;
  readonly state: string;
  readonly sealed: Buffer;
}

interface JoinedRow extends Omit<ProvableDevice, 'secrets'>, SecretRow {}

/**
 * A revoked device is treated like an unknown serial, whatever the state of its secrets. Lateral, key by key: the plan
 * lives as long as the connection and must not depend on the table sizes at planning time.
 */
export const FIND_PROVABLE = {
  name: 'devices-find-provable',
  text: `
    select d.id, d.serial, d.status, d.hardware_revision as "hardwareRevision", d.model,
           d.firmware_channel as "firmwareChannel", d.pairing_epoch as "pairingEpoch", s.version, s.state, s.sealed
      from unnest($1::text[]) as asked (serial)
     cross join lateral (select * from device where serial = asked.serial and status <> 'REVOKED' offset 0) d
     cross join lateral (select * from device_secret
                          where device_id = d.id and state in ('ACTIVE', 'PENDING') order by state offset 0) s`,
};

/**
 * Finds devices by serial with their live secrets, in one statement.
 * @returns one for each serial, in their order; undefined for one that is not registered or has no live secret
 */
export async function findProvableDevices(
  pool: Pool,
  serials: readonly string[],
): Promise<(ProvableDevice | undefined)[]> {
  const { rows } = await pool.query<JoinedRow>({ ...FIND_PROVABLE, values: [[...new Set(serials)]] });
  const devices = new Map<string, Omit<ProvableDevice, 'secrets'> & { readonly secrets: SecretRow[] }>();
  for (const { version, state, sealed, ...device } of rows) {
    const known = devices.get(device.serial);
    if (known) known.secrets.push({ version, state, sealed });
    else devices.set(device.serial, { ...device, secrets: [{ version, state, sealed }] });
  }
  return serials.map((serial) => devices.get(serial));
}
