// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { CustomerToSellQuery, CustomerToSellQueryVariables, DeviceToSellQuery, DeviceToSellQueryVariables, PreorderToSellQuery, PreorderToSellQueryVariables, SaleBuyersQuery, SaleBuyersQueryVariables, SaleDefaultsQuery, SaleDefaultsQueryVariables, SalePreordersQuery, SalePreordersQueryVariables } from './operations.ts';

export const SaleDefaultsDocument = typedDocument<SaleDefaultsQuery, SaleDefaultsQueryVariables>(
  'SaleDefaults',
  "query SaleDefaults{viewer{__typename defaultCurrency defaultDevicePrice}}",
);
export const DeviceToSellDocument = typedDocument<DeviceToSellQuery, DeviceToSellQueryVariables>(
  'DeviceToSell',
  "query DeviceToSell($id:ID!){device(id:$id){__typename id serial status}}",
);
export const CustomerToSellDocument = typedDocument<CustomerToSellQuery, CustomerToSellQueryVariables>(
  'CustomerToSell',
  "query CustomerToSell($id:ID!){customer(id:$id){__typename id fullName anonymizedAt}}",
);
export const SaleBuyersDocument = typedDocument<SaleBuyersQuery, SaleBuyersQueryVariables>(
  'SaleBuyers',
  "query SaleBuyers($search:String){customers(first:10 search:$search){__typename nodes{__typename id fullName email phone city}}}",
);
export const SalePreordersDocument = typedDocument<SalePreordersQuery, SalePreordersQueryVariables>(
  'SalePreorders',
  "query SalePreorders($search:String$filter:PreorderFilter){preorders(first:10 search:$search filter:$filter){__typename nodes{__typename id number fullName status quantity}}}",
);
export const PreorderToSellDocument = typedDocument<PreorderToSellQuery, PreorderToSellQueryVariables>(
  'PreorderToSell',
  "query PreorderToSell($id:ID!){preorder(id:$id){__typename id number fullName currency fullPrice customer{__typename id fullName email}}}",
);
