import { MAX_ANSWER_ROWS, MAX_DIMENSIONS, MAX_METRICS } from '../../domain/analytics/index.ts';
import { fieldProblem, validationFailed } from '../../domain/kernel/errors.ts';
import { type PageArguments, type PageRequest, pageRequest } from '../../domain/kernel/list.ts';
import { checkFollowed, type EdgePageWindow } from '../../domain/reader.ts';
import { readers } from '../../domain/readers.ts';
import type { Bound } from '../../model/edge.ts';
import {
  BATCH_STATUSES,
  CLAIM_CODE_STATUSES,
  DATA_SETS,
  DEVICE_STATUSES,
  INSTALLATION_STATUSES,
  LOCALES,
  PAYMENT_STATUSES,
  PREORDER_STATUSES,
  PRODUCT_COLORS,
  SALES_CHANNELS,
  VIEWED_LISTS,
} from '../../model/enums.ts';
import { facetFields, facetValues } from '../../model/facets.ts';
import type { RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';
import { MAX_BATCH_QUANTITY } from '../../model/records/batch.ts';
import { payloadName } from './payload.ts';
import { graphqlOperations, rootFieldOf, rootFields } from './root-fields.ts';

/**
 * Maximum length of every list of the schema, by field name: what resolvers read at most, descriptions document and
 * cost.ts counts with. Records declare the lists that their edges lead to (src/model/edge.ts).
 * test/architecture/bounds.test.ts fails for a missing list.
 */
export const nestedLists: ReadonlyMap<string, Bound> = new Map(
  records.flatMap(({ name, edges }) =>
    Object.entries(edges)
      .filter(([, { spec }]) => spec.kind === 'many')
      .map(([edge, { spec }]) => [`${name}.${edge}`, spec.bound]),
  ),
);

const CURRENCIES = 500;
const TOP = 100;

/** Lists that take no argument, because they cannot be longer than this. */
export const fixedLists: Readonly<Record<string, number>> = {
  'Query.adminOptions': 1_000,
  'Query.sessions': 200,
  'ProvisionBatchPayload.devices': MAX_BATCH_QUANTITY,
  'ProvisionDevicesPayload.devices': MAX_BATCH_QUANTITY,
  // The mutations of a record, by the statuses that they lead to; test/architecture/bounds.test.ts walks the states.
  'Admin.availableActions': 5,
  'Batch.availableActions': 7,
  'Customer.availableActions': 3,
  'Device.availableActions': 12,
  'Installation.availableActions': 2,
  'Preorder.availableActions': 9,
  'Release.availableActions': 7,
  'Sale.availableActions': 8,
  'AvailableAction.lockedFields': 5,
  'Facet.values': Math.max(
    ...records.flatMap((model) => facetFields(model).map((name) => facetValues(model, name).length)),
  ),
  'BulkError.fields': 10,
  'Preferences.defaultViews': VIEWED_LISTS.length,
  // One figure for each status there is.
  'BatchAnalytics.byStatus': BATCH_STATUSES.length,
  'ClaimCodeAnalytics.byStatus': CLAIM_CODE_STATUSES.length,
  'DeviceAnalytics.byStatus': DEVICE_STATUSES.length,
  'OverviewDevices.byStatus': DEVICE_STATUSES.length,
  'OverviewPreorders.byStatus': PREORDER_STATUSES.length,
  'PreorderFunnel.byStatus': PREORDER_STATUSES.length,
  'ReleaseStats.byStatus': INSTALLATION_STATUSES.length,
  // The bucket, the dimensions, and the metrics with three comparisons; `query.limit` is the length of a table.
  'AnalyticsTable.columns': 1 + MAX_DIMENSIONS + 4 * MAX_METRICS,
  'AnalyticsTable.rows': MAX_ANSWER_ROWS,
  'AnalyticsCatalog.dataSets': DATA_SETS.length,
  'CatalogDataSet.dimensions': 60,
  'CatalogDataSet.metrics': 50,
  'CatalogDataSet.moments': 50,
  'CatalogDataSet.numbers': 50,
  // Rows of analytics, bounded by the operations that make them.
  'DeviceAnalytics.byFirmwareVersion': TOP,
  'DeviceAnalytics.byHardwareRevision': TOP,
  'Overview.recentActivity': 10,
  'OverviewSales.last30Days': CURRENCIES,
  'OverviewSales.last7Days': CURRENCIES,
  'OverviewSales.today': CURRENCIES,
  // An order can have no color.
  'PreorderAnalytics.byColor': PRODUCT_COLORS.length + 1,
  'PreorderAnalytics.byLocale': LOCALES.length,
  'PreorderAnalytics.byRegion': TOP,
  // The first hundred sources of orders beside the first hundred of visits.
  'PreorderAnalytics.bySource': 2 * TOP,
  'PreorderAnalytics.revenue': CURRENCIES,
  'SalesAnalytics.byChannel': SALES_CHANNELS.length,
  'SalesAnalytics.byModel': TOP,
  'SalesAnalytics.byPaymentStatus': PAYMENT_STATUSES.length,
  // A leap year by the day, with a day cut at either end.
  'SalesAnalytics.series': 368,
};

/** Root lists with their own page: the contract bounds it, and their operation rejects a longer one. */
export const pages: ReadonlyMap<string, Bound> = new Map(
  graphqlOperations.flatMap((operation) => {
    const { first } = (operation.input as { properties?: Record<string, unknown> }).properties ?? {};
    const page = operation.list?.page ?? (first as Bound | undefined);
    const { type, field } = rootFieldOf(operation);
    return page ? [[`${type}.${field}`, page] as const] : [];
  }),
);

/** How many records a page of a root list may hold: what the caller asks for, or its default. @param name of its field: `Query.sales` */
export function pageLength(name: string, { first, last }: PageArguments): number | undefined {
  const page = pages.get(name);
  return page && Math.min(Math.max(last ?? first ?? page.default, 0), page.maximum);
}

/** Root lists with an object, or null, for each of the ids that they take: as many at most. */
export const listsOfIds: ReadonlyMap<string, number> = new Map(
  graphqlOperations.flatMap((operation) => {
    const { ids } = (operation.input as { properties?: Record<string, { maxItems?: number }> }).properties ?? {};
    const { type, field } = rootFieldOf(operation);
    return operation.effect === 'read' && ids?.maxItems ? [[`${type}.${field}`, ids.maxItems] as const] : [];
  }),
);

/** Records of one bulk mutation. */
export const MAX_BULK_RECORDS = 100;

/** The results of bulk mutations, one for each record that they are given, by the name of the mutation. */
export const bulkLists: ReadonlyMap<string, string> = new Map(
  rootFields
    .filter(({ isBulk }) => isBulk)
    .map(({ type, field }) => [`${type}.${field}`, `${payloadName(field)}.results`]),
);

/** A record of a bulk mutation, coerced by the schema. */
interface BulkRecord {
  readonly id: string;
  readonly expectedRevision?: number | null;
}

/**
 * The records that a bulk mutation is given.
 * @throws DomainError 400 VALIDATION_FAILED for none, too many, or one twice
 */
export function bulkRecords(field: string, args: { readonly records?: unknown }): readonly BulkRecord[] {
  const records = (args.records ?? []) as readonly BulkRecord[];
  const { length: count } = records;
  const path = `${field}.records`;
  if (count < 1 || count > MAX_BULK_RECORDS) {
    throw validationFailed([fieldProblem(path, 'WRONG_COUNT', { minimum: 1, maximum: MAX_BULK_RECORDS, count })]);
  }
  if (new Set(records.map(({ id }) => id.toLowerCase())).size < count) {
    throw validationFailed([fieldProblem(path, 'RECORD_TWICE')]);
  }
  return records;
}

/**
 * The page of a nested list that a caller asks for; null counts as not given.
 * @throws DomainError 400 VALIDATION_FAILED naming the field and its argument
 */
export function nestedPage(field: string, args: PageArguments): PageRequest {
  const { default: usual, maximum } = boundOf(field);
  for (const name of ['first', 'last'] as const) {
    const length = args[name] ?? 0;
    if (Number.isInteger(length) && length >= 0 && length <= maximum) continue;
    throw validationFailed([
      fieldProblem(`${field}.${name}`, 'NOT_IN_RANGE', { type: 'integer', minimum: 0, maximum }),
    ]);
  }
  return pageRequest(args, usual, `${field}.`);
}

/**
 * Checks the page, the cursors and the filter of a nested list, so that a query is refused before anything is read.
 * @throws DomainError 400 VALIDATION_FAILED naming the field and its argument
 */
export function checkPage(
  field: string,
  args: PageArguments & { readonly filter?: unknown; readonly sort?: EdgePageWindow['sort'] | null },
  now: Date,
): void {
  const found = edgesToMany.get(field);
  const reader = found && readers.get(found.to);
  if (!found || !reader) return;
  const { after, before } = nestedPage(field, args);
  checkFollowed(
    found.model,
    found.edge,
    reader,
    { after, before, filter: args.filter, sort: args.sort ?? undefined },
    now,
  );
}

const edgesToMany = new Map<string, { readonly model: RecordModel; readonly edge: string; readonly to: string }>(
  records.flatMap((model) =>
    Object.entries(model.edges)
      .filter(([, { spec }]) => spec.kind === 'many')
      .map(([edge, { spec }]) => [`${model.name}.${edge}`, { model, edge, to: spec.to }]),
  ),
);

function boundOf(field: string): Bound {
  const bound = nestedLists.get(field);
  if (!bound) throw new Error(`${field} is not a list of a record.`);
  return bound;
}
