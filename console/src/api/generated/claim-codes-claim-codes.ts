// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { ClaimCodeCountsQuery, ClaimCodeCountsQueryVariables, ClaimCodesQuery, ClaimCodesQueryVariables } from './operations.ts';

export const ClaimCodesDocument = typedDocument<ClaimCodesQuery, ClaimCodesQueryVariables>(
  'ClaimCodes',
  "query ClaimCodes($first:Int$after:String$last:Int$before:String$filter:ClaimCodeFilter$sort:[ClaimCodeSort!]$serial:Boolean!$maskedCode:Boolean!$status:Boolean!$createdAt:Boolean!$claimedAt:Boolean!$expiresAt:Boolean!){claimCodes(first:$first after:$after last:$last before:$before filter:$filter sort:$sort){__typename nodes{__typename ...ClaimCodeRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment ClaimCodeRow on ClaimCode{__typename id serial deviceId@include(if:$serial)maskedCode@include(if:$maskedCode)status@include(if:$status)createdAt@include(if:$createdAt)claimedAt@include(if:$claimedAt)expiresAt@include(if:$expiresAt)}",
);
export const ClaimCodeCountsDocument = typedDocument<ClaimCodeCountsQuery, ClaimCodeCountsQueryVariables>(
  'ClaimCodeCounts',
  "query ClaimCodeCounts($filter:ClaimCodeFilter){claimCodes(first:1 filter:$filter){__typename totalCount facets(fields:[STATUS]){__typename field values{__typename value count}}}}",
);
