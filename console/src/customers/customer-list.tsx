import { PersonIcon, PlusIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import {
  CustomerCountsDocument,
  CustomerRowsDocument,
  CustomersDocument,
} from '../api/generated/customers-customers.ts';
import type {
  CustomerFilter,
  CustomerRowFragment,
  CustomerSort,
  CustomersQueryVariables,
} from '../api/generated/operations.ts';
import { type Column, type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { countryName } from '../ui/country.ts';
import { Money } from '../ui/money.tsx';
import { Phone } from '../ui/phone.tsx';
import { Time } from '../ui/time.tsx';
import { customerActions } from './actions.ts';
import { customerFilters, LOCALES } from './filters.ts';
import { Source } from './source.tsx';
import '../text/customers.ts';

export type CustomerRow = CustomerRowFragment & { readonly name: string };

type CustomerColumn = Column<CustomerRow> & { readonly needs?: string };

const conditionsOf = ({ filter, search }: Query) => ({ filter: filter as CustomerFilter | undefined, search });

function Country({ value }: { readonly value: string | null | undefined }) {
  const { language } = useText();
  return countryName(value, language) ?? '–';
}

const columns: readonly CustomerColumn[] = [
  {
    key: 'fullName',
    label: 'customer.fullName',
    width: 165,
    isElastic: true,
    isShown: true,
    sort: 'FULL_NAME',
    cell: (row) => <NameLink row={row} />,
  },
  { key: 'phone', label: 'customer.phone', width: 150, isShown: true, cell: ({ phone }) => <Phone typed={phone} /> },
  {
    key: 'email',
    label: 'customer.email',
    width: 265,
    isElastic: true,
    isShown: true,
    sort: 'EMAIL',
    cell: ({ email }) => email ?? '–',
  },
  { key: 'city', label: 'customer.city', width: 110, isShown: true, sort: 'CITY', cell: ({ city }) => city ?? '–' },
  {
    key: 'region',
    label: 'customer.region',
    width: 110,
    sort: 'REGION',
    cell: ({ region }) => region ?? '–',
  },
  {
    key: 'purchases.orders',
    label: 'customer.orders',
    width: 95,
    isShown: true,
    isNumber: true,
    sort: 'PURCHASES_ORDERS',
    isOnlyShown: true,
    needs: 'getSale',
    cell: ({ purchases }) => (purchases ? grouped(purchases.orders) : '–'),
  },
  {
    key: 'purchases.netRevenue',
    label: 'customer.netRevenue',
    width: 130,
    isShown: true,
    isNumber: true,
    sort: 'PURCHASES_NET_REVENUE',
    isOnlyShown: true,
    needs: 'getSale',
    cell: ({ purchases }) => (purchases ? <Money amount={purchases.netRevenue} currency={purchases.currency} /> : '–'),
  },
  {
    key: 'createdAt',
    label: 'customer.createdAt',
    width: TIME_WIDTH,
    isShown: true,
    sort: 'CREATED_AT',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  { key: 'company', label: 'customer.company', width: 170, sort: 'COMPANY', cell: ({ company }) => company ?? '–' },
  {
    key: 'country',
    label: 'customer.country',
    width: 130,
    sort: 'COUNTRY',
    cell: ({ country }) => <Country value={country} />,
  },
  {
    key: 'telegramUsername',
    label: 'customer.telegram',
    width: 140,
    cell: ({ telegramUsername }) => (telegramUsername ? `@${telegramUsername}` : '–'),
  },
  {
    key: 'preferredLanguage',
    label: 'customer.language',
    width: 110,
    cell: ({ preferredLanguage }) => <Language value={preferredLanguage} />,
  },
  {
    key: 'source',
    label: 'customer.source',
    width: 150,
    sort: 'SOURCE',
    cell: ({ source }) => <Source value={source} />,
  },
  {
    key: 'updatedAt',
    label: 'customer.updatedAt',
    width: TIME_WIDTH,
    sort: 'UPDATED_AT',
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

function NameLink({ row: { id, fullName, anonymizedAt } }: { readonly row: CustomerRow }) {
  const { t } = useText();
  return (
    <Link to="/customers/$id" params={{ id }} className="k-link">
      {anonymizedAt ? t('customer.anonymized') : fullName}
    </Link>
  );
}

function Language({ value }: { readonly value: CustomerRow['preferredLanguage'] }) {
  const { word } = useText();
  return value ? word('Locale', value) : '–';
}

/** The list for who may call some operations and not others. */
export function customerListFor(may: (operation: string) => boolean): ListDef<CustomerRow> {
  const isOpen = ({ needs }: { readonly needs?: string }) => needs === undefined || may(needs);
  return { ...customerList, columns: columns.filter(isOpen), filters: customerFilters.filter(isOpen) };
}

const customerList: ListDef<CustomerRow> = {
  title: 'nav.customers',
  list: 'CUSTOMERS',
  view: 'customers',
  exported: 'customers',
  exportNeeds: 'exportCustomers',
  narrow: [
    ['fullName', 'city'],
    ['phone', 'purchases.netRevenue'],
  ],
  live: [],
  filters: customerFilters,
  tabs: { key: 'language', label: 'customer.language', name: 'Locale', values: LOCALES },
  actions: customerActions,
  create: { page: '/customers/new', label: 'nav.newCustomer', icon: PlusIcon },
  empty: { icon: PersonIcon, title: 'customer.empty', text: 'customer.emptyText' },
  columns,
  rows(client, query, isBackward, places) {
    const variables = (page: PageVariables): CustomersQueryVariables => ({
      ...page,
      ...conditionsOf(query),
      ...shownIn(CustomersDocument, query),
      sort: query.sort as CustomerSort[] | undefined,
    });
    return new Windows(
      client,
      {
        document: CustomersDocument,
        variables,
        pick: ({ customers }) =>
          customers && { ...customers, nodes: customers.nodes.map((row) => ({ ...row, name: row.fullName })) },
      },
      isBackward,
      places,
    );
  },
  async count(client, query) {
    const { data } = await client
      .query(CustomerCountsDocument, conditionsOf(query), { requestPolicy: 'network-only' })
      .toPromise();
    if (!data?.customers) return undefined;
    const { totalCount, facets } = data.customers;
    const values = facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
    return { total: totalCount, values: Object.fromEntries(values) };
  },
  async reread(client, ids, query) {
    const variables = { ids: [...ids].slice(0, 100), ...shownIn(CustomerRowsDocument, query) };
    await client.query(CustomerRowsDocument, variables, { requestPolicy: 'network-only' }).toPromise();
  },
};
