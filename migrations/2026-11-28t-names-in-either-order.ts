import { Migration } from '@mikro-orm/migrations';

/**
 * An erasure finds a name with any dash, and a name of two words in either order (ADR 79), also in the replies that are kept for retries of writes about others.
 * It can be applied again, as docs/api/names.md tells those whose server had no ICU.
 */
export class NamesInEitherOrder20261128 extends Migration {
  override up(): void {
    for (const statement of [replaceIn('person_pattern', names), replaceIn('erase_customer', replies)])
      this.addSql(statement);
  }
}

/** What is replaced in the body of a function, and by what. */
type Replacements = readonly (readonly [former: string, present: string])[];

/** SQL that replaces parts of a function, and fails if it has neither the former nor the present ones. */
function replaceIn(name: string, replacements: Replacements): string {
  const each = replacements.map(
    ([former, present]) => `
    if position(${text(present)} in body) = 0 then
      if position(${text(former)} in body) = 0 then raise exception '${name} has no %', ${text(former)}; end if;
      body := replace(body, ${text(former)}, ${text(present)});
    end if;`,
  );
  return `do $do$
  declare
    body text := pg_get_functiondef('${name}'::regproc);
  begin${each.join('')}
    execute body;
  end $do$`;
}

function text(sql: string): string {
  return `$sql$${sql}$sql$`;
}

/** Of the search form. */
const DASHES = '-\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212';
/** The family name stands before or behind. The other order is looked for only if nobody else has the name in either. */
const names: Replacements = [
  [
    'select distinct btrim(full_name) as name from known where',
    String.raw`select distinct name, stored from known, lateral (values (btrim(full_name), btrim(full_name)), (regexp_replace(btrim(full_name), '^(\S+)\s+(\S+)$', '\2 \1'), btrim(full_name))) as either (name, stored) where`,
  ],
  ['= name_key(left(n.name, 200)) and', 'in (name_key(left(n.name, 200)), name_key(left(n.stored, 200))) and'],
  [
    `|| regexp_replace(regexp_replace(regexp_replace(`,
    `|| regexp_replace(regexp_replace(regexp_replace(regexp_replace(`,
  ],
  [
    `, 'g') || '(?![[:alnum:]])' as part`,
    String.raw`, 'g'), '\\?[${DASHES}]', '[${DASHES}]', 'g') || '(?![[:alnum:]])' as part`,
  ],
];

/** A reply is JSON in a text, in which a line break is two characters. */
const LINES = String.raw`replace(pattern, '\s+', '(?:\s|\\n)+')`;
const BEFORE = 'update saved_question_revision ';
const replies: Replacements = [
  [
    BEFORE,
    `update idempotency_key set reply = to_jsonb(regexp_replace(reply #>> '{}', ${LINES}, '[erased]', 'gi')) where reply #>> '{}' ~* ${LINES};
       ${BEFORE}`,
  ],
];
