// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { CustomerWithQuery, CustomerWithQueryVariables } from './operations.ts';

export const CustomerWithDocument = typedDocument<CustomerWithQuery, CustomerWithQueryVariables>(
  'CustomerWith',
  "query CustomerWith($filter:CustomerFilter!){customers(first:1 filter:$filter){__typename nodes{__typename id fullName}}}",
);
