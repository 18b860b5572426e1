// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { InstallationAttemptsQuery, InstallationAttemptsQueryVariables, InstallationCountsQuery, InstallationCountsQueryVariables, InstallationHistoryQuery, InstallationHistoryQueryVariables, InstallationPageQuery, InstallationPageQueryVariables, InstallationRowsQuery, InstallationRowsQueryVariables, InstallationsQuery, InstallationsQueryVariables, InterruptInstallationMutation, InterruptInstallationMutationVariables, ReconcileInstallationMutation, ReconcileInstallationMutationVariables } from './operations.ts';

export const InstallationsDocument = typedDocument<InstallationsQuery, InstallationsQueryVariables>(
  'Installations',
  "query Installations($first:Int$after:String$last:Int$before:String$filter:InstallationFilter$sort:[InstallationSort!]$version:Boolean!$buildNumber:Boolean!$hardwareRevision:Boolean!$attempt:Boolean!$status:Boolean!$verification:Boolean!$failureCode:Boolean!$failureSource:Boolean!$fromVersion:Boolean!$restarts:Boolean!$createdAt:Boolean!$startedAt:Boolean!$lastReportAt:Boolean!$finishedAt:Boolean!){installations(first:$first after:$after last:$last before:$before filter:$filter sort:$sort){__typename nodes{__typename ...InstallationRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment InstallationRow on Installation{__typename id revision serial version@include(if:$version)releaseId@include(if:$version)buildNumber@include(if:$buildNumber)hardwareRevision@include(if:$hardwareRevision)attempt@include(if:$attempt)status@include(if:$status)verification@include(if:$verification)failureCode@include(if:$failureCode)possiblyBricked@include(if:$failureCode)silent@include(if:$failureCode)stuckSince@include(if:$failureCode)failureSource@include(if:$failureSource)fromVersion@include(if:$fromVersion)restarts@include(if:$restarts)createdAt@include(if:$createdAt)startedAt@include(if:$startedAt)lastReportAt@include(if:$lastReportAt)finishedAt@include(if:$finishedAt)}",
);
export const InstallationCountsDocument = typedDocument<InstallationCountsQuery, InstallationCountsQueryVariables>(
  'InstallationCounts',
  "query InstallationCounts($filter:InstallationFilter){installations(first:1 filter:$filter){__typename totalCount facets(fields:[STATUS]){__typename field values{__typename value count}}}}",
);
export const InstallationRowsDocument = typedDocument<InstallationRowsQuery, InstallationRowsQueryVariables>(
  'InstallationRows',
  "query InstallationRows($ids:[ID!]!$version:Boolean!$buildNumber:Boolean!$hardwareRevision:Boolean!$attempt:Boolean!$status:Boolean!$verification:Boolean!$failureCode:Boolean!$failureSource:Boolean!$fromVersion:Boolean!$restarts:Boolean!$createdAt:Boolean!$startedAt:Boolean!$lastReportAt:Boolean!$finishedAt:Boolean!){nodes(ids:$ids){__typename ...on Installation{__typename ...InstallationRow}}}fragment InstallationRow on Installation{__typename id revision serial version@include(if:$version)releaseId@include(if:$version)buildNumber@include(if:$buildNumber)hardwareRevision@include(if:$hardwareRevision)attempt@include(if:$attempt)status@include(if:$status)verification@include(if:$verification)failureCode@include(if:$failureCode)possiblyBricked@include(if:$failureCode)silent@include(if:$failureCode)stuckSince@include(if:$failureCode)failureSource@include(if:$failureSource)fromVersion@include(if:$fromVersion)restarts@include(if:$restarts)createdAt@include(if:$createdAt)startedAt@include(if:$startedAt)lastReportAt@include(if:$lastReportAt)finishedAt@include(if:$finishedAt)}",
);
export const InstallationPageDocument = typedDocument<InstallationPageQuery, InstallationPageQueryVariables>(
  'InstallationPage',
  "query InstallationPage($id:ID!){node(id:$id){__typename ...on Installation{__typename ...InstallationFacts}}}fragment InstallationFacts on Installation{__typename id revision serial deviceId releaseId version buildNumber hardwareRevision attempt status verification evidence failureCode failureSource failureReason failureExplanation{__typename code params}closedReason reconcilable possiblyBricked silent stuckSince retryAt restarts anomalies unusedLeases fromVersion fromBuildNumber createdAt startedAt lastReportAt finishedAt availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const InstallationHistoryDocument = typedDocument<InstallationHistoryQuery, InstallationHistoryQueryVariables>(
  'InstallationHistory',
  "query InstallationHistory($id:ID!){node(id:$id){__typename ...on Installation{__typename id events(first:100){__typename nodes{__typename id at source outcome fromStatus toStatus reportedStatus applied failureReason actor{__typename id name}}}}}}",
);
export const InstallationAttemptsDocument = typedDocument<InstallationAttemptsQuery, InstallationAttemptsQueryVariables>(
  'InstallationAttempts',
  "query InstallationAttempts($filter:InstallationFilter){installations(first:20 filter:$filter){__typename nodes{__typename id attempt status version failureCode createdAt}}}",
);
export const InterruptInstallationDocument = typedDocument<InterruptInstallationMutation, InterruptInstallationMutationVariables>(
  'InterruptInstallation',
  "mutation InterruptInstallation($id:ID!$revision:Int$input:InterruptInstallationInput!){interruptInstallation(id:$id expectedRevision:$revision input:$input){__typename installation{__typename ...InstallationFacts}}}fragment InstallationFacts on Installation{__typename id revision serial deviceId releaseId version buildNumber hardwareRevision attempt status verification evidence failureCode failureSource failureReason failureExplanation{__typename code params}closedReason reconcilable possiblyBricked silent stuckSince retryAt restarts anomalies unusedLeases fromVersion fromBuildNumber createdAt startedAt lastReportAt finishedAt availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const ReconcileInstallationDocument = typedDocument<ReconcileInstallationMutation, ReconcileInstallationMutationVariables>(
  'ReconcileInstallation',
  "mutation ReconcileInstallation($id:ID!$revision:Int$input:ReconcileInstallationInput!){reconcileInstallation(id:$id expectedRevision:$revision input:$input){__typename installation{__typename ...InstallationFacts}}}fragment InstallationFacts on Installation{__typename id revision serial deviceId releaseId version buildNumber hardwareRevision attempt status verification evidence failureCode failureSource failureReason failureExplanation{__typename code params}closedReason reconcilable possiblyBricked silent stuckSince retryAt restarts anomalies unusedLeases fromVersion fromBuildNumber createdAt startedAt lastReportAt finishedAt availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
