// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { ArchiveBatchMutation, ArchiveBatchMutationVariables, BatchCountsQuery, BatchCountsQueryVariables, BatchDevicesQuery, BatchDevicesQueryVariables, BatchPageQuery, BatchPageQueryVariables, BatchRowsQuery, BatchRowsQueryVariables, BatchesQuery, BatchesQueryVariables, BulkArchiveBatchMutation, BulkArchiveBatchMutationVariables, CreateBatchMutation, CreateBatchMutationVariables, DeleteBatchMutation, DeleteBatchMutationVariables, KnownHardwareQuery, KnownHardwareQueryVariables, ProvisionBatchMutation, ProvisionBatchMutationVariables, ProvisionDevicesMutation, ProvisionDevicesMutationVariables, UpdateBatchMutation, UpdateBatchMutationVariables } from './operations.ts';

export const BatchesDocument = typedDocument<BatchesQuery, BatchesQueryVariables>(
  'Batches',
  "query Batches($first:Int$after:String$last:Int$before:String$filter:BatchFilter$sort:[BatchSort!]$search:String$status:Boolean!$model:Boolean!$hardwareRevision:Boolean!$quantity:Boolean!$deviceCount:Boolean!$provisionedAt:Boolean!$source:Boolean!$archivedAt:Boolean!$createdAt:Boolean!$updatedAt:Boolean!){batches(first:$first after:$after last:$last before:$before filter:$filter sort:$sort search:$search){__typename nodes{__typename ...BatchRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment BatchRow on Batch{__typename id revision code status@include(if:$status)model@include(if:$model)hardwareRevision@include(if:$hardwareRevision)quantity@include(if:$quantity)deviceCount@include(if:$deviceCount)provisionedAt@include(if:$provisionedAt)source@include(if:$source)archivedAt@include(if:$archivedAt)createdAt@include(if:$createdAt)updatedAt@include(if:$updatedAt)}",
);
export const BatchCountsDocument = typedDocument<BatchCountsQuery, BatchCountsQueryVariables>(
  'BatchCounts',
  "query BatchCounts($filter:BatchFilter$search:String){batches(first:1 filter:$filter search:$search){__typename totalCount facets(fields:[STATUS]){__typename field values{__typename value count}}}}",
);
export const BatchRowsDocument = typedDocument<BatchRowsQuery, BatchRowsQueryVariables>(
  'BatchRows',
  "query BatchRows($ids:[ID!]!$status:Boolean!$model:Boolean!$hardwareRevision:Boolean!$quantity:Boolean!$deviceCount:Boolean!$provisionedAt:Boolean!$source:Boolean!$archivedAt:Boolean!$createdAt:Boolean!$updatedAt:Boolean!){nodes(ids:$ids){__typename ...on Batch{__typename ...BatchRow}}}fragment BatchRow on Batch{__typename id revision code status@include(if:$status)model@include(if:$model)hardwareRevision@include(if:$hardwareRevision)quantity@include(if:$quantity)deviceCount@include(if:$deviceCount)provisionedAt@include(if:$provisionedAt)source@include(if:$source)archivedAt@include(if:$archivedAt)createdAt@include(if:$createdAt)updatedAt@include(if:$updatedAt)}",
);
export const BatchPageDocument = typedDocument<BatchPageQuery, BatchPageQueryVariables>(
  'BatchPage',
  "query BatchPage($id:ID!){batch(id:$id){__typename ...BatchFacts}}fragment BatchFacts on Batch{__typename id revision code status model hardwareRevision quantity deviceCount notes source provisionedAt archivedAt createdAt updatedAt createdBy{__typename id name}availableActions{__typename ...AvailableAction lockedFields{__typename field}}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const BatchDevicesDocument = typedDocument<BatchDevicesQuery, BatchDevicesQueryVariables>(
  'BatchDevices',
  "query BatchDevices($code:String!){devices(first:50 filter:{batchCode:{eq:$code}}sort:[{field:SERIAL direction:ASC}]){__typename totalCount facets(fields:[STATUS]){__typename field values{__typename value count}}nodes{__typename id serial status presence{__typename id online lastSeenAt}}}}",
);
export const CreateBatchDocument = typedDocument<CreateBatchMutation, CreateBatchMutationVariables>(
  'CreateBatch',
  "mutation CreateBatch($input:CreateBatchInput!){createBatch(input:$input){__typename batch{__typename ...BatchFacts}}}fragment BatchFacts on Batch{__typename id revision code status model hardwareRevision quantity deviceCount notes source provisionedAt archivedAt createdAt updatedAt createdBy{__typename id name}availableActions{__typename ...AvailableAction lockedFields{__typename field}}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const UpdateBatchDocument = typedDocument<UpdateBatchMutation, UpdateBatchMutationVariables>(
  'UpdateBatch',
  "mutation UpdateBatch($id:ID!$revision:Int$input:UpdateBatchInput){updateBatch(id:$id expectedRevision:$revision input:$input){__typename batch{__typename ...BatchFacts}}}fragment BatchFacts on Batch{__typename id revision code status model hardwareRevision quantity deviceCount notes source provisionedAt archivedAt createdAt updatedAt createdBy{__typename id name}availableActions{__typename ...AvailableAction lockedFields{__typename field}}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const ProvisionBatchDocument = typedDocument<ProvisionBatchMutation, ProvisionBatchMutationVariables>(
  'ProvisionBatch',
  "mutation ProvisionBatch($id:ID!$revision:Int$input:ProvisionBatchInput){provisionBatch(id:$id expectedRevision:$revision input:$input){__typename devices{__typename id serial claimCode hardwareRevision qr}batch{__typename ...BatchFacts}}}fragment BatchFacts on Batch{__typename id revision code status model hardwareRevision quantity deviceCount notes source provisionedAt archivedAt createdAt updatedAt createdBy{__typename id name}availableActions{__typename ...AvailableAction lockedFields{__typename field}}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const ArchiveBatchDocument = typedDocument<ArchiveBatchMutation, ArchiveBatchMutationVariables>(
  'ArchiveBatch',
  "mutation ArchiveBatch($id:ID!$revision:Int){archiveBatch(id:$id expectedRevision:$revision){__typename batch{__typename ...BatchFacts}}}fragment BatchFacts on Batch{__typename id revision code status model hardwareRevision quantity deviceCount notes source provisionedAt archivedAt createdAt updatedAt createdBy{__typename id name}availableActions{__typename ...AvailableAction lockedFields{__typename field}}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const DeleteBatchDocument = typedDocument<DeleteBatchMutation, DeleteBatchMutationVariables>(
  'DeleteBatch',
  "mutation DeleteBatch($id:ID!$revision:Int){deleteBatch(id:$id expectedRevision:$revision){__typename deletedId}}",
);
export const BulkArchiveBatchDocument = typedDocument<BulkArchiveBatchMutation, BulkArchiveBatchMutationVariables>(
  'BulkArchiveBatch',
  "mutation BulkArchiveBatch($records:[BulkRecordInput!]!){bulkArchiveBatch(records:$records){__typename results{__typename id ok error{__typename code messageId message params requestId retryAfterSeconds}}}}",
);
export const ProvisionDevicesDocument = typedDocument<ProvisionDevicesMutation, ProvisionDevicesMutationVariables>(
  'ProvisionDevices',
  "mutation ProvisionDevices($input:ProvisionDevicesInput!){provisionDevices(input:$input){__typename devices{__typename id serial claimCode hardwareRevision qr}batch{__typename ...BatchFacts}}}fragment BatchFacts on Batch{__typename id revision code status model hardwareRevision quantity deviceCount notes source provisionedAt archivedAt createdAt updatedAt createdBy{__typename id name}availableActions{__typename ...AvailableAction lockedFields{__typename field}}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const KnownHardwareDocument = typedDocument<KnownHardwareQuery, KnownHardwareQueryVariables>(
  'KnownHardware',
  "query KnownHardware($releases:Boolean!){batches(first:100){__typename nodes{__typename id model hardwareRevision}}releases(first:100)@include(if:$releases){__typename nodes{__typename id hardwareRevision}}}",
);
