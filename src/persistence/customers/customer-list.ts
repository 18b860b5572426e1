import type { Locale, PreorderStatus } from '../../domain/vocabulary.ts';
import { defineList } from '../list-query.ts';
import { type SqlFragment, sql } from '../sql.ts';

/** A customer as the list selects it. */
export interface CustomerListRow {
  readonly id: string;
  readonly fullName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly telegramUsername: string | null;
  readonly preferredLanguage: Locale | null;
  readonly notes: string | null;
  readonly source: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Customers, newest first. */
export const customerList = defineList({
  from: 'customer c',
  columns: {
    id: 'c.id',
    fullName: 'c.full_name',
    email: 'c.email',
    phone: 'c.phone',
    company: 'c.company',
    country: 'c.country',
    city: 'c.city',
    region: 'c.region',
    telegramUsername: 'c.telegram_username',
    preferredLanguage: 'c.preferred_language',
    notes: 'c.notes',
    source: 'c.source',
    revision: 'c.revision',
    createdAt: 'c.created_at',
    updatedAt: 'c.updated_at',
  } satisfies Record<keyof CustomerListRow, string>,
  search: ['c.full_name', 'c.email', 'c.phone', 'c.phone_canonical', 'c.company', 'c.telegram_username'],
  fields: {
    fullName: { column: 'c.full_name', type: 'text', notNull: true },
    email: { column: 'c.email', type: 'text' },
    phone: { column: 'c.phone', type: 'text' },
    company: { column: 'c.company', type: 'text' },
    country: { column: 'c.country', type: 'text' },
    city: { column: 'c.city', type: 'text' },
    region: { column: 'c.region', type: 'text' },
    telegramUsername: { column: 'c.telegram_username', type: 'text' },
    preferredLanguage: { column: 'c.preferred_language', type: 'enum' },
    source: { column: 'c.source', type: 'text' },
    createdAt: { column: 'c.created_at', type: 'time', notNull: true },
    updatedAt: { column: 'c.updated_at', type: 'time', notNull: true },
  },
  defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
  tieBreak: 'c.id',
});

/** The columns of the export, by their names in the file. */
export const customerExport = {
  id: 'c.id',
  fullName: 'c.full_name',
  email: 'c.email',
  phone: 'c.phone',
  company: 'c.company',
  country: 'c.country',
  city: 'c.city',
  region: 'c.region',
  telegramUsername: 'c.telegram_username',
  preferredLanguage: 'c.preferred_language',
  notes: 'c.notes',
  source: 'c.source',
  createdAt: `to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** Who has a preorder in that status. */
export function withPreorderIn(status: PreorderStatus): SqlFragment {
  return withPreorder(sql`p.status = ${status}`);
}

/** Who came from there, or has preordered from there. */
export function cameFrom(source: string): SqlFragment {
  return sql`c.source = ${source} or ${withPreorder(sql`p.utm_source = ${source}`)}`;
}

/** Who has a preorder that an admin looks after. */
export function lookedAfterBy(adminId: string): SqlFragment {
  return withPreorder(sql`p.assigned_admin_id = ${adminId}::uuid`);
}

/** Deleted preorders are tombstones: they say nothing of the customer any more. */
function withPreorder(condition: SqlFragment): SqlFragment {
  return sql`exists (select 1 from preorder p where p.customer_id = c.id and p.deleted_at is null and ${condition})`;
}
