import { Migration } from '@mikro-orm/migrations';

/** Events are sorted and filtered by what their former owner is: without an index, each customer in the order read all events. */
export class EventsOfFormerOwners20261128 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index "device_event_from_owner_index" on "device_event" ("from_owner_id") where from_owner_id is not null`,
    );
  }
}
