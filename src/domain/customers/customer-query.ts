import { Type } from 'typebox';
import { LOCALES, type Locale, PREORDER_STATUSES, type PreorderStatus } from '../../model/enums.ts';
import { cameFrom, lookedAfterBy, withPreorderIn } from '../../persistence/customers/customer-list.ts';
import { readTime } from '../../persistence/list-values.ts';
import { type SqlFragment, sql } from '../../persistence/sql.ts';
import { oneOf, text, UUID } from '../kernel/input.ts';

const dateTime = Type.String({ format: 'date-time' });

/** What the list and the export are asked by. */
export const customerFilters = {
  search: Type.Optional(text(0)),
  preorderStatus: Type.Optional(oneOf('PreorderStatus', PREORDER_STATUSES)),
  source: Type.Optional(text(0)),
  language: Type.Optional(oneOf('Locale', LOCALES)),
  assignedAdminId: Type.Optional(text(0)),
  dateFrom: Type.Optional(dateTime),
  dateTo: Type.Optional(dateTime),
};

export interface CustomerFilters {
  readonly preorderStatus?: PreorderStatus;
  readonly source?: string;
  readonly language?: Locale;
  readonly assignedAdminId?: string;
  readonly dateFrom?: string;
  readonly dateTo?: string;
}

/**
 * The filters as conditions. What was left empty, as forms send it, is not asked for; `dateTo` itself is not included.
 * @throws ListQueryError on a moment outside of the years 1 to 9999
 */
export function conditionsOf(filters: CustomerFilters): SqlFragment[] {
  const { preorderStatus, source, language, assignedAdminId, dateFrom, dateTo } = filters;
  return [
    preorderStatus ? [withPreorderIn(preorderStatus)] : [],
    source ? [cameFrom(source)] : [],
    language ? [sql`c.preferred_language = ${language}`] : [],
    assignedAdminId ? [UUID.test(assignedAdminId) ? lookedAfterBy(assignedAdminId) : sql`false`] : [],
    dateFrom ? [sql`c.created_at >= ${readTime('dateFrom', dateFrom).toISOString()}::timestamptz`] : [],
    dateTo ? [sql`c.created_at < ${readTime('dateTo', dateTo).toISOString()}::timestamptz`] : [],
  ].flat();
}
