import { Migration } from '@mikro-orm/migrations';

/**
 * Keys that are rotated (ADR 68): which issuers' keys an envelope had, who signed a credential, and which rows each key-encryption
 * key has sealed. The kid is in the sealed bytes behind their version and its length (src/domain/formats/secret-box.ts).
 */
export class KeyRotation20261127 extends Migration {
  override up(): void {
    this.addSql('alter table "provisioning_envelope" add column "issuers" text[] null');
    this.addSql('alter table "pairing" add column "issuer" text null, add column "previous_issuer" text null');
    // What is too short for a kid has none, and must not stop an upgrade.
    const kek = String.raw`substring(sealed from 3 for get_byte(sealed || '\x0000'::bytea, 1))`;
    this.addSql(`create index "device_secret_kek_index" on "device_secret" ((${kek}), "id") where state <> 'RETIRED'`);
    this.addSql(`create index "claim_code_kek_index" on "claim_code" ((${kek}), "id") where status <> 'VOID'`);
  }
}
