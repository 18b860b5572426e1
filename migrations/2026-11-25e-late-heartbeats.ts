import { Migration } from '@mikro-orm/migrations';

/** Heartbeats that were stored so late that the roll-up of their day may have missed them, until their days are corrected. */
export class LateHeartbeats20261125 extends Migration {
  override up(): void {
    // Only added to, so that no heartbeat waits for another or for the job. Without a foreign key, as the heartbeats are.
    this.addSql(`create table "late_heartbeat" (
      "id" bigint generated always as identity primary key,
      "device_id" uuid not null,
      "received_at" timestamptz(3) not null
    )`);
  }
}
