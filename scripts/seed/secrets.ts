import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { claimCodeHash, newClaimCode, sealClaimCode } from '../../src/domain/devices/claim-code.ts';
import { newDeviceSecret, openDeviceSecret, sealDeviceSecret } from '../../src/domain/devices/device-secret.ts';
import type { Keys } from '../../src/model/ports.ts';
import { id, PLACE, time } from './sql.ts';
import type { Step } from './step.ts';

/** A device whose secret is told, as the simulator reads it. */
export interface ToldSecret {
  readonly serial: string;
  readonly secret: string;
  readonly model: string;
  readonly hardwareRevision: string;
}

interface Row {
  readonly d: number;
  readonly id: string;
  readonly serial: string;
  readonly version: number;
  readonly live: boolean;
  readonly code: string;
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
        `select d.d, d.id, x.serial, d.version, d.status not in ('INVENTORY', 'REVOKED') as live,
                case when d.status in ('INVENTORY', 'REVOKED', 'RETURNED', 'RETIRED') then 'VOID' when d.claimed is not null then 'CLAIMED' else 'AVAILABLE' end as code
           from ${PLACE}.device d join device x on x.id = d.id where ${within} order by d.d`,
      );
      const made = rows.map((row) => sealed(keys, row));
      await client.query(
        `insert into device_secret (id, device_id, version, state, sealed, created_at, activated_at)
         select ${id('secret', `d.d * ${VERSIONS} + v`, devices * VERSIONS)}, d.id, v, case when t.live then 'ACTIVE' else 'RETIRED' end, t.sealed, ${time('began')},
                ${time(`case when v = 1 then began else least(${timeline.now}, began + 3600) end`)}
           from unnest($1::int[], $2::bool[], $3::bytea[]) t (d, live, sealed) join ${PLACE}.device d using (d)
          cross join lateral (select d.version as v offset 0) v cross join lateral (select ${BEGAN} as began) b`,
        [made.map(({ d }) => d), made.map(({ live }) => live), made.map(({ secret }) => secret)],
      );
      await client.query(
        `insert into claim_code (id, device_id, code_hash, sealed, last_four, status, claimed_at, created_at)
         select ${id('code', `d.d * ${VERSIONS} + v`, devices * VERSIONS)}, d.id, t.hash, t.sealed, t.last_four, t.status, ${time(USED)}, ${time('began')}
           from unnest($1::int[], $2::bytea[], $3::bytea[], $4::text[], $5::text[]) t (d, hash, sealed, last_four, status) join ${PLACE}.device d using (d)
          cross join lateral (select d.version as v offset 0) v cross join lateral (select ${BEGAN} as began) b`,
        [
          made.map(({ d }) => d),
          made.map(({ hash }) => hash),
          made.map(({ code }) => code),
          made.map(({ lastFour }) => lastFour),
          made.map(({ status }) => status),
        ],
      );
      return rows.length;
    },
  };
}

function sealed(keys: Keys, { d, id: deviceId, serial, version, live, code: status }: Row) {
  const claimCode = newClaimCode();
  return {
    d,
    live,
    status,
    secret: sealDeviceSecret(keys, newDeviceSecret(), { deviceId, serial, secretVersion: version }),
    hash: claimCodeHash(keys, claimCode),
    code: sealClaimCode(keys, claimCode, { deviceId, serial }),
    lastFour: claimCode.slice(-4),
  };
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
      return JSON.stringify({ serial, secret, model, hardwareRevision } satisfies ToldSecret);
    });
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
    return rows.length;
  } finally {
    await client.end();
  }
}
