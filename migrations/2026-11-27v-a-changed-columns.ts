import { Migration } from '@mikro-orm/migrations';

/**
 * The notification of an update names the columns that it changed, never their values: a subscription with a filter finds out
 * whether the record can have matched before (ADR 58).
 */
export class ChangedColumns20261127 extends Migration {
  override up(): void {
    this.addSql(notify);
  }
}

const notify = `create or replace function "notify_change"() returns trigger language plpgsql as $$
  declare
    changed record;
    event text := 'UPDATED';
    words text;
    earlier jsonb;
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
    if tg_op = 'UPDATE' then
      earlier := to_jsonb(old);
      words := words || ' changed=' || coalesce(
        (select string_agg(c.key, ',') from jsonb_each(to_jsonb(new)) c where c.value is distinct from earlier -> c.key), '');
    end if;
    perform pg_notify('karvon', words);
    return null;
  end $$`;
