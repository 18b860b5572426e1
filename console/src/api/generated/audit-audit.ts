// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { AuditAdminsQuery, AuditAdminsQueryVariables, AuditCountsQuery, AuditCountsQueryVariables, AuditEntriesQuery, AuditEntriesQueryVariables, AuditEntryPageQuery, AuditEntryPageQueryVariables } from './operations.ts';

export const AuditEntriesDocument = typedDocument<AuditEntriesQuery, AuditEntriesQueryVariables>(
  'AuditEntries',
  "query AuditEntries($first:Int$after:String$last:Int$before:String$filter:AuditEntryFilter$sort:[AuditEntrySort!]$action:Boolean!$at:Boolean!$actorType:Boolean!$actorLabel:Boolean!$targetKind:Boolean!$targetId:Boolean!$reason:Boolean!$serviceAccountName:Boolean!$transport:Boolean!$ip:Boolean!$requestId:Boolean!){auditEntries(first:$first after:$after last:$last before:$before filter:$filter sort:$sort){__typename nodes{__typename ...AuditRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment AuditRow on AuditEntry{__typename id action changes@include(if:$action)at@include(if:$at)actorType@include(if:$actorType)actorType@include(if:$actorLabel)actorId@include(if:$actorLabel)actorLabel@include(if:$actorLabel)targetKind@include(if:$targetKind)targetKind@include(if:$targetId)targetId@include(if:$targetId)detail@include(if:$targetId)reason@include(if:$reason)serviceAccountName@include(if:$serviceAccountName)transport@include(if:$transport)ip@include(if:$ip)requestId@include(if:$requestId)actor@include(if:$actorLabel){__typename id name}record@include(if:$targetId){__typename ...AuditedRecord}}fragment AuditedRecord on Node{__typename id ...on Admin{__typename adminName:name}...on Batch{__typename batchCode:code}...on ClaimCode{__typename lastFour}...on Customer{__typename fullName}...on Device{__typename serial}...on Installation{__typename serial version}...on Preorder{__typename number}...on Release{__typename version}...on Sale{__typename number currency}...on ServiceAccount{__typename scriptName:name}}",
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
