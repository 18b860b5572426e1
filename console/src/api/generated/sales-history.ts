// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { SaleTrailQuery, SaleTrailQueryVariables } from './operations.ts';

export const SaleTrailDocument = typedDocument<SaleTrailQuery, SaleTrailQueryVariables>(
  'SaleTrail',
  "query SaleTrail($id:ID!){auditEntries(first:30 filter:{targetId:{eq:$id}action:{in:[updateSale correctSale linkSaleToPreorder]}}){__typename nodes{__typename id at action actorLabel actor{__typename id name}reason changes}}}",
);
