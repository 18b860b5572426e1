import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Rolls out `count` releases to the hardware of the bench's devices, `2.0.0` and up, each to everybody; what rolled out
 * before is gone. Every device has its offer.
 */
export async function seedReleases(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('TRUNCATE release, installation, offer_decision CASCADE');
    for (let index = 0; index < count; index += 1) {
      await client.query(
        `INSERT INTO release (id, source, version, build_number, hardware_revision, security_version, channel, lifecycle,
                              mandatory, release_notes, firmware_sha256, firmware_size, signed_by, rollout_percentage,
                              rollout_started_at, created_by, created_at, updated_at)
         VALUES ($1, 'LEGACY', $2, $3, 'A1', 1, 'STABLE', 'ROLLING_OUT', false, '{}', $4, 1048576, '{}', 100, now(), $1,
                 now(), now())`,
        [randomUUID(), `2.${index}.0`, index + 1, createHash('sha256').update(String(index)).digest('hex')],
      );
    }
    // Everybody was offered the newest already: what is measured is the life of a rollout, not its first minute.
    await client.query(
      `INSERT INTO installation (id, device_id, release_id, attempt, status, created_at, updated_at)
       SELECT gen_random_uuid(), d.id, r.id, 1, 'AVAILABLE', now(), now()
         FROM device d, (SELECT id FROM release ORDER BY build_number DESC LIMIT 1) r`,
    );
    await client.query('VACUUM ANALYZE release, installation, offer_decision');
  } finally {
    await client.end();
  }
}
