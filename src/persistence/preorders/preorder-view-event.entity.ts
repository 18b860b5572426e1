import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { LOCALES } from '../../model/enums.ts';
import { enumColumn, timestamp } from '../columns.ts';

/** One visitor on one business day. The keyed hash does not identify the visitor. Purged into daily counts. */
export const PreorderViewEvent = defineEntity({
  name: 'PreorderViewEvent',
  tableName: 'preorder_view_event',
  properties: {
    sessionHash: p.blob().primary(),
    day: p.date().primary(),
    locale: enumColumn(LOCALES),
    utmSource: p.text().nullable(),
    utmMedium: p.text().nullable(),
    utmCampaign: p.text().nullable(),
    utmContent: p.text().nullable(),
    utmTerm: p.text().nullable(),
    referrer: p.text().nullable(),
    createdAt: timestamp(),
  },
  indexes: [{ name: 'preorder_view_event_day_index', properties: ['day'] }],
});
export type PreorderViewEventRow = InferEntity<typeof PreorderViewEvent>;

/**
 * Unique visitors of a day by source and locale, kept when the raw rows are purged. Without a source, the source is the
 * empty string.
 */
export const PreorderViewDay = defineEntity({
  name: 'PreorderViewDay',
  tableName: 'preorder_view_day',
  properties: {
    day: p.date().primary(),
    utmSource: p.text().primary(),
    locale: enumColumn(LOCALES).primary(),
    sessions: p.integer(),
  },
});
export type PreorderViewDayRow = InferEntity<typeof PreorderViewDay>;
