// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { BulkSetDeviceStatusMutation, BulkSetDeviceStatusMutationVariables, BulkTransferDeviceMutation, BulkTransferDeviceMutationVariables, DeviceCountsQuery, DeviceCountsQueryVariables, DeviceDaysQuery, DeviceDaysQueryVariables, DeviceHistoryQuery, DeviceHistoryQueryVariables, DevicePageQuery, DevicePageQueryVariables, DeviceRowsQuery, DeviceRowsQueryVariables, DevicesQuery, DevicesQueryVariables, IssueProvisioningEnvelopeMutation, IssueProvisioningEnvelopeMutationVariables, ResetClaimMutation, ResetClaimMutationVariables, SetDeviceStatusMutation, SetDeviceStatusMutationVariables, TransferDeviceMutation, TransferDeviceMutationVariables } from './operations.ts';

export const DevicesDocument = typedDocument<DevicesQuery, DevicesQueryVariables>(
  'Devices',
  "query Devices($first:Int$after:String$last:Int$before:String$filter:DeviceFilter$sort:[DeviceSort!]$search:String$status:Boolean!$model:Boolean!$hardwareRevision:Boolean!$batchCode:Boolean!$firmwareChannel:Boolean!$claimedAt:Boolean!$activatedAt:Boolean!$createdAt:Boolean!$updatedAt:Boolean!$presence:Boolean!$presenceOnline:Boolean!$presenceLastSeenAt:Boolean!$presenceFirmwareVersion:Boolean!$ownerFullName:Boolean!){devices(first:$first after:$after last:$last before:$before filter:$filter sort:$sort search:$search){__typename nodes{__typename ...DeviceRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment DeviceRow on Device{__typename id revision serial status@include(if:$status)model@include(if:$model)hardwareRevision@include(if:$hardwareRevision)batchCode@include(if:$batchCode)firmwareChannel@include(if:$firmwareChannel)claimedAt@include(if:$claimedAt)activatedAt@include(if:$activatedAt)createdAt@include(if:$createdAt)updatedAt@include(if:$updatedAt)presence@include(if:$presence){__typename id online@include(if:$presenceOnline)lastSeenAt@include(if:$presenceLastSeenAt)firmwareVersion@include(if:$presenceFirmwareVersion)}owner@include(if:$ownerFullName){__typename id fullName}}",
);
export const DeviceCountsDocument = typedDocument<DeviceCountsQuery, DeviceCountsQueryVariables>(
  'DeviceCounts',
  "query DeviceCounts($filter:DeviceFilter$search:String){devices(first:1 filter:$filter search:$search){__typename totalCount facets(fields:[STATUS]){__typename field values{__typename value count}}}}",
);
export const DeviceRowsDocument = typedDocument<DeviceRowsQuery, DeviceRowsQueryVariables>(
  'DeviceRows',
  "query DeviceRows($ids:[ID!]!$status:Boolean!$model:Boolean!$hardwareRevision:Boolean!$batchCode:Boolean!$firmwareChannel:Boolean!$claimedAt:Boolean!$activatedAt:Boolean!$createdAt:Boolean!$updatedAt:Boolean!$presence:Boolean!$presenceOnline:Boolean!$presenceLastSeenAt:Boolean!$presenceFirmwareVersion:Boolean!$ownerFullName:Boolean!){nodes(ids:$ids){__typename ...on Device{__typename ...DeviceRow}}}fragment DeviceRow on Device{__typename id revision serial status@include(if:$status)model@include(if:$model)hardwareRevision@include(if:$hardwareRevision)batchCode@include(if:$batchCode)firmwareChannel@include(if:$firmwareChannel)claimedAt@include(if:$claimedAt)activatedAt@include(if:$activatedAt)createdAt@include(if:$createdAt)updatedAt@include(if:$updatedAt)presence@include(if:$presence){__typename id online@include(if:$presenceOnline)lastSeenAt@include(if:$presenceLastSeenAt)firmwareVersion@include(if:$presenceFirmwareVersion)}owner@include(if:$ownerFullName){__typename id fullName}}",
);
export const DevicePageDocument = typedDocument<DevicePageQuery, DevicePageQueryVariables>(
  'DevicePage',
  "query DevicePage($id:ID!){device(id:$id){__typename ...DeviceFacts offerDecision{__typename id at reason explanation channel currentFirmware appVersion releaseId releaseLifecycle release{__typename id version}}attempts:installations(first:5){__typename nodes{__typename ...UpdateAttempt}}}}fragment DeviceFacts on Device{__typename id revision serial status model hardwareRevision batchCode batch{__typename id}firmwareChannel claimedAt activatedAt createdAt updatedAt presence{__typename id online lastSeenAt firmwareVersion appVersion wifiRssi temperature freeHeap uptime otaSlot status}owner{__typename id fullName email phone city country}activeSale{__typename id number status soldAt}claimCode{__typename id status lastFour expiresAt}availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}fragment UpdateAttempt on Installation{__typename id releaseId version status closedReason verification failureSource possiblyBricked silent stuckSince lastReportAt createdAt updatedAt}",
);
export const DeviceHistoryDocument = typedDocument<DeviceHistoryQuery, DeviceHistoryQueryVariables>(
  'DeviceHistory',
  "query DeviceHistory($id:ID!){device(id:$id){__typename id events(first:50){__typename nodes{__typename id at cause fromStatus toStatus fromOwnerId toOwnerId reason actor{__typename id name}}}installations(first:20){__typename nodes{__typename id createdAt finishedAt lastReportAt status version failureCode failureReason failureExplanation{__typename code params}}}pairings(first:20){__typename nodes{__typename id createdAt deviceName revokedAt revokedReason}}}}",
);
export const DeviceDaysDocument = typedDocument<DeviceDaysQuery, DeviceDaysQueryVariables>(
  'DeviceDays',
  "query DeviceDays($id:ID!){device(id:$id){__typename id days(first:30){__typename nodes{__typename id day averageRssi averageTemperature lowestFreeHeap heardSeconds expectedSeconds restarts}}}}",
);
export const SetDeviceStatusDocument = typedDocument<SetDeviceStatusMutation, SetDeviceStatusMutationVariables>(
  'SetDeviceStatus',
  "mutation SetDeviceStatus($id:ID!$revision:Int$input:SetDeviceStatusInput!){setDeviceStatus(id:$id expectedRevision:$revision input:$input){__typename device{__typename ...DeviceFacts}}}fragment DeviceFacts on Device{__typename id revision serial status model hardwareRevision batchCode batch{__typename id}firmwareChannel claimedAt activatedAt createdAt updatedAt presence{__typename id online lastSeenAt firmwareVersion appVersion wifiRssi temperature freeHeap uptime otaSlot status}owner{__typename id fullName email phone city country}activeSale{__typename id number status soldAt}claimCode{__typename id status lastFour expiresAt}availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const TransferDeviceDocument = typedDocument<TransferDeviceMutation, TransferDeviceMutationVariables>(
  'TransferDevice',
  "mutation TransferDevice($id:ID!$revision:Int$input:TransferDeviceInput!){transferDevice(id:$id expectedRevision:$revision input:$input){__typename device{__typename ...DeviceFacts}}}fragment DeviceFacts on Device{__typename id revision serial status model hardwareRevision batchCode batch{__typename id}firmwareChannel claimedAt activatedAt createdAt updatedAt presence{__typename id online lastSeenAt firmwareVersion appVersion wifiRssi temperature freeHeap uptime otaSlot status}owner{__typename id fullName email phone city country}activeSale{__typename id number status soldAt}claimCode{__typename id status lastFour expiresAt}availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const ResetClaimDocument = typedDocument<ResetClaimMutation, ResetClaimMutationVariables>(
  'ResetClaim',
  "mutation ResetClaim($id:ID!$revision:Int$input:ResetClaimInput!){resetClaim(id:$id expectedRevision:$revision input:$input){__typename claimCode expiresAt device{__typename ...DeviceFacts}}}fragment DeviceFacts on Device{__typename id revision serial status model hardwareRevision batchCode batch{__typename id}firmwareChannel claimedAt activatedAt createdAt updatedAt presence{__typename id online lastSeenAt firmwareVersion appVersion wifiRssi temperature freeHeap uptime otaSlot status}owner{__typename id fullName email phone city country}activeSale{__typename id number status soldAt}claimCode{__typename id status lastFour expiresAt}availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const BulkSetDeviceStatusDocument = typedDocument<BulkSetDeviceStatusMutation, BulkSetDeviceStatusMutationVariables>(
  'BulkSetDeviceStatus',
  "mutation BulkSetDeviceStatus($records:[BulkRecordInput!]!$input:SetDeviceStatusInput!){bulkSetDeviceStatus(records:$records input:$input){__typename results{__typename id ok error{__typename code messageId message params requestId retryAfterSeconds}}}}",
);
export const BulkTransferDeviceDocument = typedDocument<BulkTransferDeviceMutation, BulkTransferDeviceMutationVariables>(
  'BulkTransferDevice',
  "mutation BulkTransferDevice($records:[BulkRecordInput!]!$input:TransferDeviceInput!){bulkTransferDevice(records:$records input:$input){__typename results{__typename id ok error{__typename code messageId message params requestId retryAfterSeconds}}}}",
);
export const IssueProvisioningEnvelopeDocument = typedDocument<IssueProvisioningEnvelopeMutation, IssueProvisioningEnvelopeMutationVariables>(
  'IssueProvisioningEnvelope',
  "mutation IssueProvisioningEnvelope($id:ID!$revision:Int$input:IssueProvisioningEnvelopeInput!){issueProvisioningEnvelope(id:$id expectedRevision:$revision input:$input){__typename envelope envelopeId secretVersion}}",
);
