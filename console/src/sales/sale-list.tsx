import { CreditCardIcon, PlusIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type { SaleFilter, SaleRowFragment, SaleSort, SalesQueryVariables } from '../api/generated/operations.ts';
import { SaleCountsDocument, SaleRowsDocument, SalesDocument } from '../api/generated/sales-sales.ts';
import { type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { Code } from '../ui/code.tsx';
import { Money } from '../ui/money.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { saleActions } from './actions.ts';
import { Channel } from './channel.tsx';
import { STATUSES, saleFilters } from './filters.ts';
import { Sums } from './sums.tsx';
import '../text/customers.ts';
import '../text/devices.ts';
import '../text/sales.ts';

export type SaleListRow = SaleRowFragment & { readonly name: string };

const conditionsOf = ({ filter, search }: Query) => ({ filter: filter as SaleFilter | undefined, search });

const NOT_CANCELLED: SaleFilter = { status: { ne: 'CANCELLED' } };

/** The sales that are added up: nobody pays for those that were cancelled, unless it is them that are looked for. */
function summedOf({ filter }: Query): SaleFilter {
  const asked = filter as SaleFilter | undefined;
  if (!asked) return NOT_CANCELLED;
  return asked.status ? asked : { and: [asked, NOT_CANCELLED] };
}

export const saleList: ListDef<SaleListRow> = {
  title: 'nav.sales',
  list: 'SALES',
  view: 'sales',
  exported: 'sales',
  narrow: [
    ['number', 'status'],
    ['customer.fullName', 'paymentStatus'],
    ['soldAt', 'total'],
  ],
  live: ['saleChanged'],
  grows: { on: 'saleChanged', by: 'CREATED' },
  filters: saleFilters,
  tabs: { key: 'status', label: 'sale.status', name: 'SaleStatus', values: STATUSES },
  actions: saleActions,
  create: { page: '/sales/new', label: 'nav.newSale', icon: PlusIcon },
  empty: { icon: CreditCardIcon, title: 'sale.empty', text: 'sale.emptyText' },
  order: { field: 'SOLD_AT', direction: 'DESC' },
  columns: [
    {
      key: 'number',
      label: 'sale.number',
      width: 130,
      isShown: true,
      sort: 'NUMBER',
      cell: ({ id, number }) => (
        <Link to="/sales/$id" params={{ id }} className="k-link">
          <Code>{number}</Code>
        </Link>
      ),
    },
    {
      key: 'status',
      label: 'sale.status',
      width: 142,
      isShown: true,
      sort: 'STATUS',
      cell: ({ status }) => <StatusBadge name="SaleStatus" value={status} />,
    },
    {
      key: 'customer.fullName',
      label: 'sale.customer',
      width: 144,
      isElastic: true,
      isShown: true,
      sort: 'CUSTOMER_NAME',
      cell: ({ customerName }) => customerName,
    },
    {
      key: 'device.serial',
      label: 'sale.serial',
      width: 167,
      isShown: true,
      sort: 'SERIAL',
      cell: ({ serial, deviceId }) => (
        <Link to="/devices/$id" params={{ id: deviceId }} className="k-link">
          <Code>{serial}</Code>
        </Link>
      ),
    },
    {
      key: 'total',
      label: 'sale.total',
      width: 118,
      isShown: true,
      isNumber: true,
      currency: 'currency',
      sort: 'TOTAL',
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
    {
      key: 'refundedTotal',
      label: 'sale.refundedTotal',
      width: 135,
      isElastic: true,
      isShown: true,
      isNumber: true,
      currency: 'currency',
      sort: 'REFUNDED_TOTAL',
      cell: ({ refundedTotal, currency }) =>
        refundedTotal > 0 ? <Money amount={refundedTotal} currency={currency} /> : '–',
    },
    {
      key: 'paymentStatus',
      label: 'sale.paymentStatus',
      width: 140,
      isShown: true,
      sort: 'PAYMENT_STATUS',
      cell: ({ paymentStatus }) => <StatusBadge name="PaymentStatus" value={paymentStatus} />,
    },
    {
      key: 'soldAt',
      label: 'sale.soldAt',
      width: TIME_WIDTH,
      isShown: true,
      sort: 'SOLD_AT',
      cell: ({ soldAt }) => <Time at={soldAt} />,
    },
    {
      key: 'salesChannel',
      label: 'sale.salesChannel',
      width: 120,
      sort: 'SALES_CHANNEL',
      cell: ({ salesChannel }) => <Channel channel={salesChannel} />,
    },
    {
      key: 'unitPrice',
      label: 'sale.unitPrice',
      width: 140,
      isNumber: true,
      currency: 'currency',
      sort: 'UNIT_PRICE',
      cell: ({ unitPrice, currency }) => <Money amount={unitPrice} currency={currency} />,
    },
    {
      key: 'discount',
      label: 'sale.discount',
      width: 130,
      isNumber: true,
      currency: 'currency',
      sort: 'DISCOUNT',
      cell: ({ discount, currency }) => <Money amount={discount} currency={currency} />,
    },
    { key: 'currency', label: 'sale.currency', width: 90, sort: 'CURRENCY', cell: ({ currency }) => currency },
    ...(
      [
        ['claimedAt', 'CLAIMED_AT'],
        ['cancelledAt', 'CANCELLED_AT'],
        ['createdAt', 'CREATED_AT'],
        ['updatedAt', 'UPDATED_AT'],
      ] as const
    ).map(([key, sort]) => ({
      key,
      label: `sale.${key}` as const,
      width: TIME_WIDTH,
      sort,
      cell: (row: SaleListRow) => <Time at={row[key]} />,
    })),
  ],
  rows(client, query, isBackward, places) {
    const variables = (page: PageVariables): SalesQueryVariables => ({
      ...page,
      ...conditionsOf(query),
      ...shownIn(SalesDocument, query),
      sort: query.sort as SaleSort[] | undefined,
    });
    return new Windows(
      client,
      {
        document: SalesDocument,
        variables,
        pick: ({ sales }) => sales && { ...sales, nodes: sales.nodes.map((row) => ({ ...row, name: row.number })) },
      },
      isBackward,
      places,
    );
  },
  async count(client, query) {
    const { data } = await client
      .query(SaleCountsDocument, { ...conditionsOf(query), summed: summedOf(query) }, { requestPolicy: 'network-only' })
      .toPromise();
    if (!data?.sales) return undefined;
    const { totalCount, facets } = data.sales;
    const values = facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
    const sums = data.summed && <Sums totals={data.summed.totals} all={totalCount} />;
    return { total: totalCount, values: Object.fromEntries(values), sums };
  },
  async reread(client, ids, query) {
    const variables = { ids: [...ids].slice(0, 100), ...shownIn(SaleRowsDocument, query) };
    await client.query(SaleRowsDocument, variables, { requestPolicy: 'network-only' }).toPromise();
  },
};
