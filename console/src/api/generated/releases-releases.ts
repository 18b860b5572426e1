// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { BulkSetReleaseLifecycleMutation, BulkSetReleaseLifecycleMutationVariables, IssueMaintenanceGrantMutation, IssueMaintenanceGrantMutationVariables, ReleaseCausesQuery, ReleaseCausesQueryVariables, ReleaseCountsQuery, ReleaseCountsQueryVariables, ReleaseFitQuery, ReleaseFitQueryVariables, ReleaseHistoryQuery, ReleaseHistoryQueryVariables, ReleasePageQuery, ReleasePageQueryVariables, ReleaseRowsQuery, ReleaseRowsQueryVariables, ReleaseTargetsQuery, ReleaseTargetsQueryVariables, ReleasesQuery, ReleasesQueryVariables, SetReleaseLifecycleMutation, SetReleaseLifecycleMutationVariables } from './operations.ts';

export const ReleasesDocument = typedDocument<ReleasesQuery, ReleasesQueryVariables>(
  'Releases',
  "query Releases($first:Int$after:String$last:Int$before:String$filter:ReleaseFilter$sort:[ReleaseSort!]$buildNumber:Boolean!$hardwareRevision:Boolean!$model:Boolean!$channel:Boolean!$rolloutPercentage:Boolean!$lifecycle:Boolean!$mandatory:Boolean!$securityVersion:Boolean!$createdAt:Boolean!$rolloutStartedAt:Boolean!$completedAt:Boolean!$updatedAt:Boolean!$stats:Boolean!$statsTotal:Boolean!$statsFailureRate:Boolean!){releases(first:$first after:$after last:$last before:$before filter:$filter sort:$sort){__typename nodes{__typename ...ReleaseRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment ReleaseRow on Release{__typename id revision version buildNumber@include(if:$buildNumber)hardwareRevision@include(if:$hardwareRevision)model@include(if:$model)channel@include(if:$channel)channel@include(if:$rolloutPercentage)lifecycle@include(if:$lifecycle)rolloutPercentage@include(if:$rolloutPercentage)mandatory@include(if:$mandatory)securityVersion@include(if:$securityVersion)createdAt@include(if:$createdAt)rolloutStartedAt@include(if:$rolloutStartedAt)completedAt@include(if:$completedAt)updatedAt@include(if:$updatedAt)stats@include(if:$stats){__typename total@include(if:$statsTotal)failureRate@include(if:$statsFailureRate)}}",
);
export const ReleaseCountsDocument = typedDocument<ReleaseCountsQuery, ReleaseCountsQueryVariables>(
  'ReleaseCounts',
  "query ReleaseCounts($filter:ReleaseFilter){releases(first:1 filter:$filter){__typename totalCount facets(fields:[LIFECYCLE]){__typename field values{__typename value count}}}}",
);
export const ReleaseRowsDocument = typedDocument<ReleaseRowsQuery, ReleaseRowsQueryVariables>(
  'ReleaseRows',
  "query ReleaseRows($ids:[ID!]!$buildNumber:Boolean!$hardwareRevision:Boolean!$model:Boolean!$channel:Boolean!$rolloutPercentage:Boolean!$lifecycle:Boolean!$mandatory:Boolean!$securityVersion:Boolean!$createdAt:Boolean!$rolloutStartedAt:Boolean!$completedAt:Boolean!$updatedAt:Boolean!$stats:Boolean!$statsTotal:Boolean!$statsFailureRate:Boolean!){nodes(ids:$ids){__typename ...on Release{__typename ...ReleaseRow}}}fragment ReleaseRow on Release{__typename id revision version buildNumber@include(if:$buildNumber)hardwareRevision@include(if:$hardwareRevision)model@include(if:$model)channel@include(if:$channel)channel@include(if:$rolloutPercentage)lifecycle@include(if:$lifecycle)rolloutPercentage@include(if:$rolloutPercentage)mandatory@include(if:$mandatory)securityVersion@include(if:$securityVersion)createdAt@include(if:$createdAt)rolloutStartedAt@include(if:$rolloutStartedAt)completedAt@include(if:$completedAt)updatedAt@include(if:$updatedAt)stats@include(if:$stats){__typename total@include(if:$statsTotal)failureRate@include(if:$statsFailureRate)}}",
);
export const ReleasePageDocument = typedDocument<ReleasePageQuery, ReleasePageQueryVariables>(
  'ReleasePage',
  "query ReleasePage($id:ID!){release(id:$id){__typename ...ReleaseFacts}}fragment ReleaseFacts on Release{__typename id revision version buildNumber product model hardwareRevision channel lifecycle rolloutPercentage mandatory mandatoryAfter minFromVersion minAppVersion securityVersion source signed signedBy releaseNotes firmware{__typename sha256 size}createdAt createdBy{__typename id name}rolloutStartedAt completedAt revokedAt failureWindowFrom pauseLimits{__typename failureRate minimumDevices fallbacks}pauseReason pauseExplanation{__typename code params}pausedById pausedBy{__typename id name}targetDeviceId targetDevice{__typename id serial}stats{__typename total confirmed unverified contradicted interrupted silent failureRate byStatus{__typename status count}}availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const ReleaseCausesDocument = typedDocument<ReleaseCausesQuery, ReleaseCausesQueryVariables>(
  'ReleaseCauses',
  "query ReleaseCauses($query:InstallationQuestion!){installationMetrics(query:$query){__typename rows{__typename dimensions metrics}}}",
);
export const ReleaseHistoryDocument = typedDocument<ReleaseHistoryQuery, ReleaseHistoryQueryVariables>(
  'ReleaseHistory',
  "query ReleaseHistory($id:ID!){release(id:$id){__typename id events(first:50){__typename nodes{__typename id at fromLifecycle toLifecycle fromPercentage toPercentage reason explanation{__typename code params}actor{__typename id name}}}}}",
);
export const ReleaseFitDocument = typedDocument<ReleaseFitQuery, ReleaseFitQueryVariables>(
  'ReleaseFit',
  "query ReleaseFit($hardwareRevision:String!$filter:PackageDeviceFilter$after:String){packageDevices(hardwareRevision:$hardwareRevision filter:$filter first:100 after:$after){__typename totalCount nodes{__typename id serial firmwareVersion}pageInfo{__typename endCursor hasNextPage}}}",
);
export const ReleaseTargetsDocument = typedDocument<ReleaseTargetsQuery, ReleaseTargetsQueryVariables>(
  'ReleaseTargets',
  "query ReleaseTargets($hardwareRevision:String!$search:String){packageDevices(hardwareRevision:$hardwareRevision search:$search first:20){__typename nodes{__typename id serial model firmwareVersion}}}",
);
export const SetReleaseLifecycleDocument = typedDocument<SetReleaseLifecycleMutation, SetReleaseLifecycleMutationVariables>(
  'SetReleaseLifecycle',
  "mutation SetReleaseLifecycle($id:ID!$revision:Int$input:SetReleaseLifecycleInput!){setReleaseLifecycle(id:$id expectedRevision:$revision input:$input){__typename release{__typename ...ReleaseFacts}}}fragment ReleaseFacts on Release{__typename id revision version buildNumber product model hardwareRevision channel lifecycle rolloutPercentage mandatory mandatoryAfter minFromVersion minAppVersion securityVersion source signed signedBy releaseNotes firmware{__typename sha256 size}createdAt createdBy{__typename id name}rolloutStartedAt completedAt revokedAt failureWindowFrom pauseLimits{__typename failureRate minimumDevices fallbacks}pauseReason pauseExplanation{__typename code params}pausedById pausedBy{__typename id name}targetDeviceId targetDevice{__typename id serial}stats{__typename total confirmed unverified contradicted interrupted silent failureRate byStatus{__typename status count}}availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const BulkSetReleaseLifecycleDocument = typedDocument<BulkSetReleaseLifecycleMutation, BulkSetReleaseLifecycleMutationVariables>(
  'BulkSetReleaseLifecycle',
  "mutation BulkSetReleaseLifecycle($records:[BulkRecordInput!]!$input:SetReleaseLifecycleInput!){bulkSetReleaseLifecycle(records:$records input:$input){__typename results{__typename id ok error{__typename code messageId message params requestId retryAfterSeconds}}}}",
);
export const IssueMaintenanceGrantDocument = typedDocument<IssueMaintenanceGrantMutation, IssueMaintenanceGrantMutationVariables>(
  'IssueMaintenanceGrant',
  "mutation IssueMaintenanceGrant($id:ID!$revision:Int$input:IssueMaintenanceGrantInput!){issueMaintenanceGrant(id:$id expectedRevision:$revision input:$input){__typename grant grantId}}",
);
