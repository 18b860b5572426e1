import { InboxIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type {
  PreorderFilter,
  PreorderRowFragment,
  PreorderSort,
  PreordersQueryVariables,
} from '../api/generated/operations.ts';
import {
  PreorderCountsDocument,
  PreorderRowsDocument,
  PreordersDocument,
} from '../api/generated/preorders-preorders.ts';
import { type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { campaignWord } from '../text/campaigns.ts';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { Money } from '../ui/money.tsx';
import { Phone } from '../ui/phone.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { Word } from '../ui/word.tsx';
import { preorderActions } from './actions.ts';
import { preorderFilters } from './filters.ts';
import { RefundDue } from './refund-due.tsx';
import { STATUSES } from './statuses.ts';
import '../text/preorders.ts';

function Campaign({ value }: { readonly value: string | null | undefined }) {
  const { language } = useText();
  return value ? campaignWord(value, language) : '–';
}

export type PreorderRow = PreorderRowFragment & { readonly name: string };

export const conditionsOf = ({ filter, search }: Pick<Query, 'filter' | 'search'>) => ({
  filter: filter as PreorderFilter | undefined,
  search,
});

export const preorderList: ListDef<PreorderRow> = {
  title: 'nav.preorders',
  list: 'PREORDERS',
  view: 'preorders',
  exported: 'preorders',
  narrow: [
    ['fullName', 'status'],
    ['number', 'createdAt'],
  ],
  live: ['preorderChanged'],
  grows: { on: 'preorderChanged', by: 'CREATED' },
  filters: preorderFilters,
  tabs: { key: 'status', label: 'preorder.status', name: 'PreorderStatus', values: STATUSES },
  actions: preorderActions,
  empty: { icon: InboxIcon, title: 'preorder.empty', text: 'preorder.emptyText' },
  columns: [
    {
      key: 'number',
      label: 'preorder.number',
      width: 146,
      isShown: true,
      sort: 'NUMBER',
      cell: ({ id, number }) => (
        <Link to="/preorders/$id" params={{ id }} className="k-link">
          <Code>{number}</Code>
        </Link>
      ),
    },
    {
      key: 'status',
      label: 'preorder.status',
      width: 168,
      isShown: true,
      sort: 'STATUS',
      cell: ({ status }) => <StatusBadge name="PreorderStatus" value={status} />,
    },
    {
      key: 'fullName',
      label: 'preorder.fullName',
      width: 160,
      isElastic: true,
      isShown: true,
      sort: 'FULL_NAME',
      cell: ({ fullName }) => fullName ?? '–',
    },
    {
      key: 'phone',
      label: 'preorder.phone',
      width: 144,
      isShown: true,
      cell: ({ phone }) => <Phone typed={phone} />,
    },
    {
      key: 'quantity',
      label: 'preorder.quantity',
      width: 90,
      isShown: true,
      isNumber: true,
      sort: 'QUANTITY',
      cell: ({ quantity }) => quantity,
    },
    {
      key: 'fullPrice',
      label: 'preorder.fullPrice',
      width: 110,
      isShown: true,
      isNumber: true,
      currency: 'currency',
      cell: ({ fullPrice, currency }) => <Money amount={fullPrice} currency={currency} />,
    },
    {
      key: 'assignedAdminId',
      label: 'preorder.assignee',
      width: 140,
      isElastic: true,
      isShown: true,
      cell: ({ assignedAdmin }) => assignedAdmin?.name ?? '–',
    },
    {
      key: 'createdAt',
      label: 'preorder.createdAt',
      width: TIME_WIDTH,
      isShown: true,
      sort: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      key: 'productColor',
      label: 'preorder.productColor',
      width: 110,
      cell: ({ productColor }) => <Word name="ProductColor" value={productColor} />,
    },
    {
      key: 'paymentMethod',
      label: 'preorder.paymentMethod',
      width: 120,
      cell: ({ paymentMethod }) => <Word name="PaymentMethod" value={paymentMethod} />,
    },
    {
      key: 'depositAmount',
      label: 'preorder.depositAmount',
      width: 140,
      isNumber: true,
      currency: 'currency',
      cell: ({ depositAmount, currency }) => <Money amount={depositAmount} currency={currency} />,
    },
    {
      key: 'refundDue',
      label: 'preorder.refundDue',
      width: 130,
      cell: ({ refundDue }) => (refundDue ? <RefundDue /> : '–'),
    },
    { key: 'email', label: 'preorder.email', width: 190, cell: ({ email }) => email ?? '–' },
    { key: 'city', label: 'preorder.city', width: 130, sort: 'CITY', cell: ({ city }) => city ?? '–' },
    { key: 'region', label: 'preorder.region', width: 130, sort: 'REGION', cell: ({ region }) => region ?? '–' },
    {
      key: 'locale',
      label: 'preorder.locale',
      width: 110,
      sort: 'LOCALE',
      cell: ({ locale }) => <Word name="Locale" value={locale} />,
    },
    {
      key: 'utmSource',
      label: 'preorder.utmSource',
      width: 120,
      sort: 'UTM_SOURCE',
      cell: ({ utmSource }) => <Campaign value={utmSource} />,
    },
    {
      key: 'depositPaidAt',
      label: 'preorder.depositPaidAt',
      width: TIME_WIDTH,
      sort: 'DEPOSIT_PAID_AT',
      cell: ({ depositPaidAt }) => <Time at={depositPaidAt} />,
    },
    {
      key: 'fulfilledAt',
      label: 'preorder.fulfilledAt',
      width: TIME_WIDTH,
      sort: 'FULFILLED_AT',
      cell: ({ fulfilledAt }) => <Time at={fulfilledAt} />,
    },
    {
      key: 'cancelledAt',
      label: 'preorder.cancelledAt',
      width: TIME_WIDTH,
      sort: 'CANCELLED_AT',
      cell: ({ cancelledAt }) => <Time at={cancelledAt} />,
    },
    {
      key: 'updatedAt',
      label: 'preorder.updatedAt',
      width: TIME_WIDTH,
      sort: 'UPDATED_AT',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
  ],
  rows(client, query, isBackward, places) {
    const variables = (page: PageVariables): PreordersQueryVariables => ({
      ...page,
      ...conditionsOf(query),
      ...shownIn(PreordersDocument, query),
      sort: query.sort as PreorderSort[] | undefined,
    });
    return new Windows(
      client,
      {
        document: PreordersDocument,
        variables,
        pick: ({ preorders }) =>
          preorders && { ...preorders, nodes: preorders.nodes.map((row) => ({ ...row, name: row.number })) },
      },
      isBackward,
      places,
    );
  },
  async count(client, query) {
    const { data } = await client
      .query(PreorderCountsDocument, conditionsOf(query), { requestPolicy: 'network-only' })
      .toPromise();
    if (!data?.preorders) return undefined;
    const { totalCount, facets } = data.preorders;
    const values = facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
    return { total: totalCount, values: Object.fromEntries(values) };
  },
  async reread(client, ids, query) {
    const variables = { ids: [...ids].slice(0, 100), ...shownIn(PreorderRowsDocument, query) };
    await client.query(PreorderRowsDocument, variables, { requestPolicy: 'network-only' }).toPromise();
  },
};
