import { Migration } from '@mikro-orm/migrations';

/** In the filters of saved questions, `{ eq: null }` becomes `{ isNull: true }`: null is left out of filters now (ADR 56). */
export class IsNull20261127 extends Migration {
  override up(): void {
    this.addSql(`create function "with_is_null"(part jsonb) returns jsonb language plpgsql immutable as $$
      begin
        if jsonb_typeof(part) = 'array' then
          return coalesce((select jsonb_agg(with_is_null(item) order by place)
                             from jsonb_array_elements(part) with ordinality as items (item, place)), part);
        elsif jsonb_typeof(part) = 'object' then
          return coalesce((select jsonb_object_agg(case when is_none then 'isNull' else name end,
                                                   case when is_none then 'true' else with_is_null(value) end)
                             from jsonb_each(part) as members (name, value),
                                  lateral (select name = 'eq' and value = 'null') as found (is_none)), part);
        end if;
        return part;
      end $$`);
    for (const table of ['saved_question', 'saved_question_revision']) {
      this.addSql(`update "${table}" set query = with_is_null(query) where query <> with_is_null(query)`);
    }
    this.addSql(`drop function "with_is_null"(jsonb)`);
  }
}
