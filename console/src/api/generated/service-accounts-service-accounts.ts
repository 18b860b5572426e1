// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { CreateServiceAccountMutation, CreateServiceAccountMutationVariables, RevokeServiceAccountMutation, RevokeServiceAccountMutationVariables, ServiceAccountCountsQuery, ServiceAccountCountsQueryVariables, ServiceAccountDeedsQuery, ServiceAccountDeedsQueryVariables, ServiceAccountPageQuery, ServiceAccountPageQueryVariables, ServiceAccountsQuery, ServiceAccountsQueryVariables } from './operations.ts';

export const ServiceAccountsDocument = typedDocument<ServiceAccountsQuery, ServiceAccountsQueryVariables>(
  'ServiceAccounts',
  "query ServiceAccounts($first:Int$after:String$last:Int$before:String$filter:ServiceAccountFilter$sort:[ServiceAccountSort!]$search:String$role:Boolean!$status:Boolean!$lastUsedAt:Boolean!$expiresAt:Boolean!$createdAt:Boolean!$revokedAt:Boolean!$ownerName:Boolean!){serviceAccounts(first:$first after:$after last:$last before:$before filter:$filter sort:$sort search:$search){__typename nodes{__typename ...ServiceAccountRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment ServiceAccountRow on ServiceAccount{__typename id name role@include(if:$role)status@include(if:$status)lastUsedAt@include(if:$lastUsedAt)expiresAt@include(if:$expiresAt)createdAt@include(if:$createdAt)revokedAt@include(if:$revokedAt)owner@include(if:$ownerName){__typename id name}}",
);
export const ServiceAccountCountsDocument = typedDocument<ServiceAccountCountsQuery, ServiceAccountCountsQueryVariables>(
  'ServiceAccountCounts',
  "query ServiceAccountCounts($filter:ServiceAccountFilter$search:String){serviceAccounts(first:1 filter:$filter search:$search){__typename totalCount facets(fields:[STATUS]){__typename field values{__typename value count}}}}",
);
export const ServiceAccountPageDocument = typedDocument<ServiceAccountPageQuery, ServiceAccountPageQueryVariables>(
  'ServiceAccountPage',
  "query ServiceAccountPage($id:ID!){serviceAccount(id:$id){__typename id name role status lastUsedAt expiresAt createdAt revokedAt owner{__typename id name}revokedBy{__typename id name}}}",
);
export const ServiceAccountDeedsDocument = typedDocument<ServiceAccountDeedsQuery, ServiceAccountDeedsQueryVariables>(
  'ServiceAccountDeeds',
  "query ServiceAccountDeeds($id:ID!){auditEntries(first:20 filter:{serviceAccountId:{eq:$id}}){__typename nodes{__typename id at action targetKind targetId changes detail record{__typename ...AuditedRecord}}}}fragment AuditedRecord on Node{__typename id ...on Admin{__typename adminName:name}...on Batch{__typename batchCode:code}...on ClaimCode{__typename lastFour}...on Customer{__typename fullName}...on Device{__typename serial}...on Installation{__typename serial version}...on Preorder{__typename number}...on Release{__typename version}...on Sale{__typename number currency}...on ServiceAccount{__typename scriptName:name}}",
);
export const CreateServiceAccountDocument = typedDocument<CreateServiceAccountMutation, CreateServiceAccountMutationVariables>(
  'CreateServiceAccount',
  "mutation CreateServiceAccount($input:CreateServiceAccountInput!){createServiceAccount(input:$input){__typename token serviceAccount{__typename id}}}",
);
export const RevokeServiceAccountDocument = typedDocument<RevokeServiceAccountMutation, RevokeServiceAccountMutationVariables>(
  'RevokeServiceAccount',
  "mutation RevokeServiceAccount($id:ID!){revokeServiceAccount(id:$id){__typename serviceAccount{__typename id status revokedAt}}}",
);
