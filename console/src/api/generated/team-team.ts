// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { AdminDeedsQuery, AdminDeedsQueryVariables, AdminPageQuery, AdminPageQueryVariables, AdminScriptsQuery, AdminScriptsQueryVariables, CreateAdminMutation, CreateAdminMutationVariables, ResetAdminPasswordMutation, ResetAdminPasswordMutationVariables, RevokeAdminSessionsMutation, RevokeAdminSessionsMutationVariables, SetAdminRoleMutation, SetAdminRoleMutationVariables, SetAdminStatusMutation, SetAdminStatusMutationVariables, TeamCountsQuery, TeamCountsQueryVariables, TeamQuery, TeamQueryVariables } from './operations.ts';

export const TeamDocument = typedDocument<TeamQuery, TeamQueryVariables>(
  'Team',
  "query Team($first:Int$after:String$last:Int$before:String$filter:AdminFilter$sort:[AdminSort!]$email:Boolean!$role:Boolean!$status:Boolean!$mustChangePassword:Boolean!$lastLoginAt:Boolean!$createdAt:Boolean!$updatedAt:Boolean!){team(first:$first after:$after last:$last before:$before filter:$filter sort:$sort){__typename nodes{__typename ...AdminRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment AdminRow on Admin{__typename id revision name email@include(if:$email)role@include(if:$role)status@include(if:$status)mustChangePassword@include(if:$mustChangePassword)lastLoginAt@include(if:$lastLoginAt)createdAt@include(if:$createdAt)updatedAt@include(if:$updatedAt)}",
);
export const TeamCountsDocument = typedDocument<TeamCountsQuery, TeamCountsQueryVariables>(
  'TeamCounts',
  "query TeamCounts($filter:AdminFilter){team(first:1 filter:$filter){__typename totalCount facets(fields:[STATUS]){__typename field values{__typename value count}}}}",
);
export const AdminPageDocument = typedDocument<AdminPageQuery, AdminPageQueryVariables>(
  'AdminPage',
  "query AdminPage($id:ID!){node(id:$id){__typename ...on Admin{__typename ...AdminFacts}}}fragment AdminFacts on Admin{__typename id revision name email role status mustChangePassword lastLoginAt createdAt updatedAt availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const AdminScriptsDocument = typedDocument<AdminScriptsQuery, AdminScriptsQueryVariables>(
  'AdminScripts',
  "query AdminScripts($id:ID!){serviceAccounts(first:50 filter:{ownerId:{eq:$id}}){__typename nodes{__typename id name role status lastUsedAt expiresAt}}}",
);
export const AdminDeedsDocument = typedDocument<AdminDeedsQuery, AdminDeedsQueryVariables>(
  'AdminDeeds',
  "query AdminDeeds($id:ID!){undergone:auditEntries(first:20 filter:{targetKind:{eq:Admin}targetId:{eq:$id}not:{actorId:{eq:$id}}}){__typename nodes{__typename id at action changes actorType actor{__typename id name}}}auditEntries(first:20 filter:{actorId:{eq:$id}}){__typename nodes{__typename id at action targetKind targetId changes detail record{__typename ...AuditedRecord}}}}fragment AuditedRecord on Node{__typename id ...on Admin{__typename adminName:name}...on Batch{__typename batchCode:code}...on ClaimCode{__typename lastFour}...on Customer{__typename fullName}...on Device{__typename serial}...on Installation{__typename serial version}...on Preorder{__typename number}...on Release{__typename version}...on Sale{__typename number currency}...on ServiceAccount{__typename scriptName:name}}",
);
export const CreateAdminDocument = typedDocument<CreateAdminMutation, CreateAdminMutationVariables>(
  'CreateAdmin',
  "mutation CreateAdmin($input:CreateAdminInput!){createAdmin(input:$input){__typename temporaryPassword admin{__typename ...AdminFacts}}}fragment AdminFacts on Admin{__typename id revision name email role status mustChangePassword lastLoginAt createdAt updatedAt availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const SetAdminRoleDocument = typedDocument<SetAdminRoleMutation, SetAdminRoleMutationVariables>(
  'SetAdminRole',
  "mutation SetAdminRole($id:ID!$revision:Int$input:SetAdminRoleInput!){setAdminRole(id:$id expectedRevision:$revision input:$input){__typename admin{__typename ...AdminFacts}}}fragment AdminFacts on Admin{__typename id revision name email role status mustChangePassword lastLoginAt createdAt updatedAt availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const SetAdminStatusDocument = typedDocument<SetAdminStatusMutation, SetAdminStatusMutationVariables>(
  'SetAdminStatus',
  "mutation SetAdminStatus($id:ID!$revision:Int$input:SetAdminStatusInput!){setAdminStatus(id:$id expectedRevision:$revision input:$input){__typename temporaryPassword admin{__typename ...AdminFacts}}}fragment AdminFacts on Admin{__typename id revision name email role status mustChangePassword lastLoginAt createdAt updatedAt availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const ResetAdminPasswordDocument = typedDocument<ResetAdminPasswordMutation, ResetAdminPasswordMutationVariables>(
  'ResetAdminPassword',
  "mutation ResetAdminPassword($id:ID!$revision:Int){resetAdminPassword(id:$id expectedRevision:$revision){__typename temporaryPassword admin{__typename ...AdminFacts}}}fragment AdminFacts on Admin{__typename id revision name email role status mustChangePassword lastLoginAt createdAt updatedAt availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const RevokeAdminSessionsDocument = typedDocument<RevokeAdminSessionsMutation, RevokeAdminSessionsMutationVariables>(
  'RevokeAdminSessions',
  "mutation RevokeAdminSessions($id:ID!){revokeAdminSessions(id:$id){__typename endedSessions}}",
);
