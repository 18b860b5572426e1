import { Migration } from '@mikro-orm/migrations';

/** Sign-ins of an account by network: failed ones delay that network, successful ones make it known. */
export class SignInNetworks20261122 extends Migration {
  override up(): void {
    for (const statement of signInNetworks) this.addSql(statement);
  }
}

const signInNetworks = [
  `create table "sign_in_network" (
    "admin_id" uuid not null,
    "network" text not null,
    "failures" int not null default 0,
    "blocked_until" timestamptz(3) null,
    "signed_in_at" timestamptz(3) null,
    "updated_at" timestamptz(3) not null,
    primary key ("admin_id", "network"),
    constraint "sign_in_network_admin_fk" foreign key ("admin_id") references "admin" ("id") on delete cascade
  )`,
  `create index "sign_in_network_updated_at_index" on "sign_in_network" ("updated_at")`,
];
