import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { claimCodeHash, newClaimCode, sealClaimCode } from '../../src/domain/devices/claim-code.ts';
import { newDeviceSecret, openDeviceSecret, sealDeviceSecret } from '../../src/domain/devices/device-secret.ts';
import type { Keys } from '../../src/model/ports.ts';
import type { CredentialsLine } from '../../src/simulator/credentials.ts';
import { SERIAL } from './fleet.ts';
import { id, PLACE, time } from './sql.ts';
import type { Step } from './step.ts';

interface Row {
  readonly id: string;
  readonly serial: string;
  readonly version: number;
}

const VERSIONS = 16;

/** SQL: when version v of device d began: with the device, or when it was made ready again. */
const BEGAN = `case when v = 1 then d.created else (select (back + ready) / 2 from ${PLACE}.sale s where s.d = d.d and ready is not null order by j offset v - 2 limit 1) end`;
/** SQL: when the code of version v was used. */
const USED = `(select claimed from ${PLACE}.sale s where s.d = d.d and claimed is not null
  and sold >= case when v = 1 then 0 else (select ready from ${PLACE}.sale r where r.d = d.d and ready is not null order by j offset v - 2 limit 1) end
  and sold < coalesce((select ready from ${PLACE}.sale r where r.d = d.d and ready is not null order by j offset v - 1 limit 1), 'infinity') order by j limit 1)`;

/**
 * Every device has a real secret and, while it can be claimed or is, a real claim code, sealed by the service's own code
 * under its own keys; those of earlier lives are retired and void, and nothing can open them.
 */
export function secretStep(keys: Keys): Step {
  return {
    name: 'secrets and claim codes',
    of: ({ devices }) => devices,
    chunk: 10_000,
    async run(client, { devices, timeline }, from, to) {
      const within = `d.d between ${from} and ${to}`;
      await client.query(
        `insert into device_secret (id, device_id, version, state, sealed, created_at, activated_at)
         select ${id('secret', `d.d * ${VERSIONS} + v`, devices * VERSIONS)}, d.id, v, 'RETIRED', sha256((d.id::text || v)::bytea), ${time('began')}, ${time('began')}
           from ${PLACE}.device d cross join lateral generate_series(1, d.version - 1) v cross join lateral (select ${BEGAN} as began) b
          where ${within}`,
      );
      await client.query(
        `insert into claim_code (id, device_id, code_hash, sealed, last_four, status, claimed_at, created_at)
         select ${id('code', `d.d * ${VERSIONS} + v`, devices * VERSIONS)}, d.id, sha256(('c' || d.id::text || v)::bytea), sha256((d.id::text || v)::bytea),
                upper(left(md5(d.id::text || v), 4)), 'VOID', ${time(USED)}, ${time('began')}
           from ${PLACE}.device d cross join lateral generate_series(1, d.version - 1) v cross join lateral (select ${BEGAN} as began) b
          where ${within}`,
      );
      const { rows } = await client.query<Row>(
        `select d.id, ${SERIAL} as serial, d.version from ${PLACE}.device d where ${within} order by d.d`,
      );
      // One value for all rows: a list of byte strings takes the driver longer than their encryption.
      const parts = rows.map((row) => sealed(keys, row));
      const all = Buffer.concat(parts.flat());
      const [secret = 0, hash = 0, code = 0, lastFour = 0] = (parts[0] ?? []).map(({ length }) => length);
      const width = secret + hash + code + lastFour;
      const part = (skipped: number, length: number) =>
        `substr($1::bytea, (d.d - ${from}) * ${width} + ${skipped + 1}, ${length})`;
      const source = `from ${PLACE}.device d cross join lateral (select d.version as v offset 0) v cross join lateral (select ${BEGAN} as began) b where ${within}`;
      await client.query(
        `insert into device_secret (id, device_id, version, state, sealed, created_at, activated_at)
         select ${id('secret', `d.d * ${VERSIONS} + v`, devices * VERSIONS)}, d.id, v,
                case when d.status in ('INVENTORY', 'REVOKED') then 'RETIRED' else 'ACTIVE' end, ${part(0, secret)}, ${time('began')},
                ${time(`case when v = 1 then began else least(${timeline.now}, began + 3600) end`)} ${source}`,
        [all],
      );
      await client.query(
        `insert into claim_code (id, device_id, code_hash, sealed, last_four, status, claimed_at, created_at)
         select ${id('code', `d.d * ${VERSIONS} + v`, devices * VERSIONS)}, d.id, ${part(secret, hash)}, ${part(secret + hash, code)},
                convert_from(${part(secret + hash + code, lastFour)}, 'UTF8'),
                case when d.status in ('INVENTORY', 'REVOKED', 'RETURNED', 'RETIRED') then 'VOID' when d.claimed is not null then 'CLAIMED' else 'AVAILABLE' end,
                ${time(USED)}, ${time('began')} ${source}`,
        [all],
      );
      return rows.length;
    },
  };
}

/** The sealed secret, the hash of the claim code, the sealed code, and its last characters. */
function sealed(keys: Keys, { id: deviceId, serial, version }: Row): readonly Buffer[] {
  const claimCode = newClaimCode();
  return [
    sealDeviceSecret(keys, newDeviceSecret(), { deviceId, serial, secretVersion: version }),
    claimCodeHash(keys, claimCode),
    sealClaimCode(keys, claimCode, { deviceId, serial }),
    Buffer.from(claimCode.slice(-4)),
  ];
}

/**
 * Writes the secrets of devices that are in use to a new file of mode 0600, as `karvon simulate --credentials` reads it.
 * @returns how many
 */
export async function tellSecrets(databaseUrl: string, keys: Keys, count: number, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{
      id: string;
      serial: string;
      model: string;
      hardwareRevision: string;
      version: number;
      sealed: Buffer;
    }>(
      `select d.id, d.serial, d.model, d.hardware_revision as "hardwareRevision", s.version, s.sealed
         from device d join device_secret s on s.device_id = d.id and s.state = 'ACTIVE'
        where d.status not in ('REVOKED', 'RETIRED') order by d.status, d.id limit $1`,
      [count],
    );
    const lines = rows.map(({ id: deviceId, serial, model, hardwareRevision, version, sealed }) => {
      const secret = openDeviceSecret(keys, sealed, { deviceId, serial, secretVersion: version }).toString('base64url');
      return JSON.stringify({ serial, secret, model, hardwareRevision } satisfies CredentialsLine);
    });
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
    return rows.length;
  } finally {
    await client.end();
  }
}
