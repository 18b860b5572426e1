import { graphql } from 'relay-runtime';

export const customerQuery = graphql`
  query customerQuery($id: ID!) {
    customer(id: $id) {
      ...customer_details
      ...customer_sales
    }
  }
`;

/** Read again by `node(id)`: `useRefetchableFragment(customerDetails, customer)`. */
export const customerDetails = graphql`
  fragment customer_details on Customer @refetchable(queryName: "customerAgain") {
    fullName
    email
    phone
    availableActions {
      operation
      allowed
    }
  }
`;

/** A list of one record that grows by `node(id)`. */
export const customerSales = graphql`
  fragment customer_sales on Customer
  @refetchable(queryName: "customerNextSales")
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
    sales(first: $count, after: $cursor) @connection(key: "customer_sales") {
      edges {
        node {
          ...saleList_row
        }
      }
    }
  }
`;
