import { Type } from 'typebox';
import { LOCALES, type Locale, PREORDER_STATUSES, type PreorderStatus } from '../../model/enums.ts';
import { hasSource, isAssignedTo, withPreorderIn } from '../../persistence/customers/customer-list.ts';
import type { ListQuery } from '../../persistence/lists/list-definition.ts';
import { equal } from '../../persistence/lists/list-filter.ts';
import { readTime } from '../../persistence/lists/list-values.ts';
import { described, oneOf, reference, text, UUID } from '../kernel/input.ts';

const dateTime = Type.String({ format: 'date-time' });

/** The filters of the list and of the export. */
export const customerFilters = {
  search: Type.Optional(
    described(
      text(0),
      'Text in the name, the e-mail address, the phone number, the company or the Telegram user name. Up to four words are found in any order.',
    ),
  ),
  preorderStatus: Type.Optional(
    described(oneOf('PreorderStatus', PREORDER_STATUSES), 'Only customers with a preorder in this status.'),
  ),
  source: Type.Optional(described(text(0), 'Only customers who came, or preordered, from this source.')),
  language: Type.Optional(described(oneOf('Locale', LOCALES), 'Only customers who prefer this language.')),
  assignedAdminId: Type.Optional(
    described(reference(text(0)), 'Only customers with a preorder that is assigned to this admin.'),
  ),
  dateFrom: Type.Optional(described(dateTime, 'Only customers who were created at this RFC 3339 time or later.')),
  dateTo: Type.Optional(described(dateTime, 'Only customers who were created before this RFC 3339 time.')),
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
 * The conditions of the filters. Empty values, as forms send them, are ignored. `dateTo` is exclusive.
 * @throws ListQueryError for a timestamp outside the years 1 to 9999
 */
export function conditionsOf(filters: CustomerFilters): Pick<ListQuery, 'within' | 'where'> {
  const { preorderStatus, source, language, assignedAdminId, dateFrom, dateTo } = filters;
  return {
    where: [
      preorderStatus ? [withPreorderIn(preorderStatus)] : [],
      source ? [hasSource(source)] : [],
      assignedAdminId && UUID.test(assignedAdminId) ? [isAssignedTo(assignedAdminId)] : [],
    ].flat(),
    within: {
      preferredLanguage: equal(language),
      // A malformed id matches no customer.
      source: assignedAdminId && !UUID.test(assignedAdminId) ? { in: [] } : undefined,
      createdAt:
        dateFrom || dateTo
          ? {
              gte: dateFrom ? readTime('dateFrom', dateFrom) : undefined,
              lt: dateTo ? readTime('dateTo', dateTo) : undefined,
            }
          : undefined,
    },
  };
}
