// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { AuditAdminsQuery, AuditAdminsQueryVariables, AuditCountsQuery, AuditCountsQueryVariables, AuditEntriesQuery, AuditEntriesQueryVariables, AuditEntryPageQuery, AuditEntryPageQueryVariables } from './operations.ts';

export const AuditEntriesDocument = typedDocument<AuditEntriesQuery, AuditEntriesQueryVariables>(
  'AuditEntries',
  "query AuditEntries($first:Int$after:String$last:Int$before:String$filter:AuditEntryFilter$sort:[AuditEntrySort!]$withAction:Boolean!$withActor:Boolean!$withRecord:Boolean!$withMore:Boolean!){auditEntries(first:$first after:$after last:$last before:$before filter:$filter sort:$sort){__typename nodes{__typename ...AuditRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment AuditRow on AuditEntry{__typename id at action actorType actorId actorLabel targetKind targetId actor@include(if:$withActor){__typename id name}changes@include(if:$withAction)detail@include(if:$withRecord)record@include(if:$withRecord){__typename ...AuditedRecord}reason@include(if:$withMore)transport@include(if:$withMore)ip@include(if:$withMore)requestId@include(if:$withMore)serviceAccountName@include(if:$withMore)}fragment AuditedRecord on Node{__typename id ...on Admin{__typename adminName:name}...on Batch{__typename batchCode:code}...on ClaimCode{__typename lastFour}...on Customer{__typename fullName}...on Device{__typename serial}...on Installation{__typename serial version}...on Preorder{__typename number}...on Release{__typename version}...on Sale{__typename number currency}...on ServiceAccount{__typename scriptName:name}}",
);
export const AuditCountsDocument = typedDocument<AuditCountsQuery, AuditCountsQueryVariables>(
  'AuditCounts',
  "query AuditCounts($filter:AuditEntryFilter){auditEntries(first:1 filter:$filter){__typename totalCount facets(fields:[ACTOR_TYPE]){__typename field values{__typename value count}}}}",
);
export const AuditEntryPageDocument = typedDocument<AuditEntryPageQuery, AuditEntryPageQueryVariables>(
  'AuditEntryPage',
  "query AuditEntryPage($id:ID!){node(id:$id){__typename ...on AuditEntry{__typename ...AuditRecord}}}fragment AuditRecord on AuditEntry{__typename id at action actorType actorId actorLabel targetKind targetId actor{__typename id name}actorDevice{__typename id serial}serviceAccountId serviceAccountName record{__typename ...AuditedRecord}changes detail reason transport ip requestId}fragment AuditedRecord on Node{__typename id ...on Admin{__typename adminName:name}...on Batch{__typename batchCode:code}...on ClaimCode{__typename lastFour}...on Customer{__typename fullName}...on Device{__typename serial}...on Installation{__typename serial version}...on Preorder{__typename number}...on Release{__typename version}...on Sale{__typename number currency}...on ServiceAccount{__typename scriptName:name}}",
);
export const AuditAdminsDocument = typedDocument<AuditAdminsQuery, AuditAdminsQueryVariables>(
  'AuditAdmins',
  "query AuditAdmins{adminOptions{__typename id name}}",
);
