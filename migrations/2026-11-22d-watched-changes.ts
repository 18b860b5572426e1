import { Migration } from '@mikro-orm/migrations';

/**
 * Live events: PostgreSQL tells the listening instances, on commit, which records have changed
 * (src/persistence/live/change-feed.ts). Ids only: whoever is told reads the record, if its role may.
 */
export class WatchedChanges20261122 extends Migration {
  override up(): void {
    for (const statement of [notify, ...triggers]) this.addSql(statement);
  }
}

// A notification takes a lock of the whole database at commit, so no trigger fires where heartbeats write.
const notify = `create function "notify_change"() returns trigger language plpgsql as $$
  declare
    changed record;
    event text := 'UPDATED';
    words text;
  begin
    changed := new;
    if tg_op = 'INSERT' then event := 'CREATED'; end if;
    if tg_op = 'DELETE' then
      event := 'DELETED';
      changed := old;
    end if;
    words := concat_ws(' ', tg_argv[0], event, changed.id);
    for argument in 1 .. tg_nargs - 1 loop
      words := words || ' ' || (to_jsonb(changed) ->> tg_argv[argument]);
    end loop;
    perform pg_notify('karvon', words);
    return null;
  end $$`;

const triggers: readonly string[] = [
  ...onChange('device', { updated: 'old.revision <> new.revision' }),
  ...onChange('release', { updated: 'old.* is distinct from new.*' }),
  ...onChange('sale', { updated: 'old.* is distinct from new.*' }),
  ...onChange('preorder', { updated: 'old.* is distinct from new.*' }),
  ...onChange('installation', {
    updated:
      'old.status <> new.status or (old.closed_reason, old.verification) is distinct from (new.closed_reason, new.verification)',
    words: ['release_id', 'device_id'],
  }),
  trigger('audit_entry', 'insert', '', ['action']),
  // What a listener's rights depend on: its streams are checked again at once.
  trigger('admin_session', 'delete', '', ['admin_id']),
  trigger(
    'admin',
    'update',
    'when ((old.role, old.status, old.must_change_password) is distinct from (new.role, new.status, new.must_change_password))',
  ),
];

function onChange(
  table: string,
  { updated, words = [] }: { readonly updated: string; readonly words?: readonly string[] },
): string[] {
  return [
    trigger(table, 'insert', '', words),
    trigger(table, 'update', `when (${updated})`, words),
    trigger(table, 'delete', '', words),
  ];
}

/** @param words columns whose values follow the id */
function trigger(table: string, event: string, condition: string, words: readonly string[] = []): string {
  const args = [table, ...words].map((word) => `'${word}'`).join(', ');
  return `create trigger "${table}_${event}_notified" after ${event} on "${table}" for each row ${condition} execute function "notify_change"(${args})`;
}
