// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { SellableDevicesQuery, SellableDevicesQueryVariables } from './operations.ts';

export const SellableDevicesDocument = typedDocument<SellableDevicesQuery, SellableDevicesQueryVariables>(
  'SellableDevices',
  "query SellableDevices($search:String$isTyped:Boolean!){ready:devices(first:20 filter:{status:{eq:READY}}search:$search){__typename nodes{__typename ...SellableDevice}}others:devices(first:2 filter:{status:{ne:READY}}search:$search)@include(if:$isTyped){__typename nodes{__typename id serial status activeSale{__typename id number}}}}fragment SellableDevice on Device{__typename id serial model hardwareRevision batchStatus}",
);
