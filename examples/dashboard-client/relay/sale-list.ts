import { graphql } from 'relay-runtime';

export const saleListQuery = graphql`
  query saleListQuery($search: String, $filter: SaleFilter) {
    ...saleList_page @arguments(search: $search, filter: $filter)
  }
`;

/** A list that grows: `usePaginationFragment(saleListPage, data).loadNext(100)`. */
export const saleListPage = graphql`
  fragment saleList_page on Query
  @refetchable(queryName: "saleListNextPage")
  @argumentDefinitions(
    search: { type: "String" }
    filter: { type: "SaleFilter" }
    count: { type: "Int", defaultValue: 100 }
    cursor: { type: "String" }
  ) {
    sales(first: $count, after: $cursor, search: $search, filter: $filter)
      @connection(key: "saleList_sales", filters: ["search", "filter"]) {
      totalCount
      edges {
        node {
          ...saleList_row
        }
      }
    }
  }
`;

export const saleListRow = graphql`
  fragment saleList_row on Sale {
    number
    status
    total
    currency
    soldAt
    customer {
      fullName
    }
  }
`;
