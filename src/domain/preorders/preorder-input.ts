import { Type } from 'typebox';
import { LOCALES, type Locale, PREORDER_STATUSES, type PreorderStatus } from '../../model/enums.ts';
import { equal, equalId, type FilterNode } from '../../persistence/lists/list-filter.ts';
import { readTime } from '../../persistence/lists/list-values.ts';
import { described, oneOf, reference, text } from '../kernel/input.ts';

const MAX_URI_LENGTH = 500;

/** The campaign that a visitor came from. */
export const campaignFields = {
  utmSource: Type.Optional(described(text(1, 120), 'The campaign’s `utm_source`.')),
  utmMedium: Type.Optional(described(text(1, 120), 'The campaign’s `utm_medium`.')),
  utmCampaign: Type.Optional(described(text(1, 160), 'The campaign’s `utm_campaign`.')),
  utmContent: Type.Optional(described(text(1, 160), 'The campaign’s `utm_content`.')),
  utmTerm: Type.Optional(described(text(1, 160), 'The campaign’s `utm_term`.')),
  referrer: Type.Optional(
    described(
      Type.String({ format: 'uri', minLength: 1, maxLength: MAX_URI_LENGTH, transform: 'line' }),
      'The address of the page that linked to the site.',
    ),
  ),
};

interface Campaign {
  readonly utmSource?: string;
  readonly utmMedium?: string;
  readonly utmCampaign?: string;
  readonly utmContent?: string;
  readonly utmTerm?: string;
  readonly referrer?: string;
}

/** The campaign as it is stored. Only an http or https referrer is kept: no other URL is safe as a link. */
export function campaignOf(input: Campaign) {
  return {
    utmSource: input.utmSource ?? null,
    utmMedium: input.utmMedium ?? null,
    utmCampaign: input.utmCampaign ?? null,
    utmContent: input.utmContent ?? null,
    utmTerm: input.utmTerm ?? null,
    referrer: input.referrer && /^https?:/i.test(input.referrer) ? input.referrer : null,
  };
}

const dateTime = Type.String({ format: 'date-time' });

/** Maximum page size. */
export const MAX_PREORDERS = 200;

/** The filters of the list and of the export. */
export const preorderFilters = {
  search: Type.Optional(
    described(
      text(1, 160),
      'Text in the number, the name, the phone number or the e-mail address. Up to four words of the name are found in any order.',
    ),
  ),
  status: Type.Optional(described(oneOf('PreorderStatus', PREORDER_STATUSES), 'Only preorders in this status.')),
  source: Type.Optional(described(text(1, 80), 'Only preorders with this utm_source.')),
  locale: Type.Optional(described(oneOf('Locale', LOCALES), 'Only preorders in this language.')),
  assignedAdminId: Type.Optional(described(reference(text(0)), 'Only preorders that are assigned to this admin.')),
  dateFrom: Type.Optional(described(dateTime, 'Only preorders that were placed at this RFC 3339 time or later.')),
  dateTo: Type.Optional(described(dateTime, 'Only preorders that were placed before this RFC 3339 time.')),
};

interface Conditions {
  readonly status?: PreorderStatus;
  readonly source?: string;
  readonly locale?: Locale;
  readonly assignedAdminId?: string;
  readonly dateFrom?: string;
  readonly dateTo?: string;
}

/**
 * The conditions of a query, without its search. `source` is the campaign's source. An empty admin id, as forms send
 * it, is ignored. `dateTo` is exclusive.
 * @throws ListQueryError for a timestamp outside the years 1 to 9999
 */
export function conditionsOf(query: Conditions): FilterNode {
  const { status, source, locale, assignedAdminId, dateFrom, dateTo } = query;
  return {
    status: equal(status),
    utmSource: equal(source),
    locale: equal(locale),
    assignedAdminId: equalId(assignedAdminId),
    createdAt:
      dateFrom || dateTo
        ? {
            gte: dateFrom ? readTime('dateFrom', dateFrom.toUpperCase()) : undefined,
            lt: dateTo ? readTime('dateTo', dateTo.toUpperCase()) : undefined,
          }
        : undefined,
  };
}
