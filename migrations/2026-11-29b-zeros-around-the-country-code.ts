import { Migration } from '@mikro-orm/migrations';

/**
 * A number of Uzbekistan is one number with a `0` or an `8` before the country code or behind it, too: `0998 90 123 45 67`, `+998 0 90 123 45 67`. The index of numbers is made
 * anew only where the form of a row changes: few do. It can be applied again, as docs/api/names.md tells those whose server had no ICU.
 */
export class ZerosAroundTheCountryCode20261129 extends Migration {
  override async up(): Promise<void> {
    const [present] = await this.execute(`select pg_get_functiondef('phone_form'::regproc) as body`);
    const body = withRule(present?.body);
    await this.execute(body.replace(/phone_form\(/, 'phone_form_new('));
    const numbers = await this.execute(CHANGED);
    const stale: Index[] = [];
    for (const index of (await this.execute(FORM_INDEXES)) as Index[]) {
      const [any] = await this.execute(
        `select from "${index.table}" where ${index.key} <> ${index.key.replace('(', '_new(')} limit 1`,
      );
      if (any) stale.push(index);
    }
    await this.execute(body);
    for (const { name, definition } of stale) {
      // Not by a reindex, which computes the expression as it is in the memory of the connection, with the former function.
      await this.execute(`drop index "${name}"`);
      await this.execute(definition);
    }
    await this.execute('drop function "phone_form_new"(text)');
    const ids = JSON.stringify(numbers.map(({ id }) => id));
    for (const statement of NEW_OWNERS) await this.execute(statement, [ids]);
  }
}

interface Index {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
  /** The expression that it begins with. */
  readonly key: string;
}

/** Behind the extension, and before nine digits get their country code. */
const PLACE = 'if length(compact) between 9 and 16 and';
const RULE = `if length(compact) >= 13 then
           compact := regexp_replace(compact, '^[+]?(?:(?:00?|8|810)998[08]?|998[08])([0-9]{9}(?:x[0-9]{1,6})?)$', '998\\1');
         end if;
         `;

function withRule(present: string): string {
  if (present.includes(RULE)) return present;
  if (!present.includes(PLACE)) throw new Error('phone_form has no place for the rule');
  return present.replace(PLACE, () => `${RULE}${PLACE}`);
}

const NUMBER = '^[0-9]{7,15}$';
const CHANGED = `
  select id from customer
   where phone is not null and phone_form_new(phone) ~ '${NUMBER}'
     and ('+' || phone_form_new(phone) <> phone_canonical or (phone_canonical is null and phone_form(phone) <> phone_form_new(phone)))`;
const FORM_INDEXES = `
  select index.relname as name, indexed.relname as "table", pg_get_indexdef(i.indexrelid) as definition,
         pg_get_indexdef(i.indexrelid, 1, false) as key
    from pg_index i join pg_class index on index.oid = i.indexrelid join pg_class indexed on indexed.oid = i.indrelid
   where indexed.relnamespace = current_schema()::regnamespace and pg_get_indexdef(i.indexrelid, 1, false) like 'phone_form(%'`;

/** Customers whose phone is another number from now on: the oldest of those who have it gets it. */
const OWNERS = `
  with claim as materialized (
    select id, created_at, '+' || phone_form(phone) as canonical from customer
     where id in (select value::uuid from jsonb_array_elements_text(?::jsonb))
  ), owner as materialized (
    select distinct on (canonical) id, canonical
      from (select id, created_at, canonical from claim
            union all
            select id, created_at, phone_canonical from customer where phone_canonical in (select canonical from claim)) holders
     order by canonical, created_at, id
  )`;
const NEW_OWNERS = [
  `update customer set phone_canonical = null where id in (select value::uuid from jsonb_array_elements_text(?::jsonb))`,
  // Apart: a number is given up before another customer takes it.
  `${OWNERS} update customer c set phone_canonical = null from owner o where c.phone_canonical = o.canonical and c.id <> o.id`,
  `${OWNERS} update customer c set phone_canonical = o.canonical from owner o where c.id = o.id and c.phone_canonical is null`,
];
