// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { AssignPreorderMutation, AssignPreorderMutationVariables, BulkAssignPreorderMutation, BulkAssignPreorderMutationVariables, BulkSetPreorderStatusMutation, BulkSetPreorderStatusMutationVariables, DeletePreorderMutation, DeletePreorderMutationVariables, PreorderCardsQuery, PreorderCardsQueryVariables, PreorderColumnQuery, PreorderColumnQueryVariables, PreorderCountsQuery, PreorderCountsQueryVariables, PreorderHistoryQuery, PreorderHistoryQueryVariables, PreorderMovesQuery, PreorderMovesQueryVariables, PreorderPageQuery, PreorderPageQueryVariables, PreorderRowsQuery, PreorderRowsQueryVariables, PreorderTermsQuery, PreorderTermsQueryVariables, PreorderTotalsQuery, PreorderTotalsQueryVariables, PreordersQuery, PreordersQueryVariables, SellPreorderMutation, SellPreorderMutationVariables, SetPreorderStatusMutation, SetPreorderStatusMutationVariables, UpdatePreorderTermsMutation, UpdatePreorderTermsMutationVariables } from './operations.ts';

export const PreordersDocument = typedDocument<PreordersQuery, PreordersQueryVariables>(
  'Preorders',
  "query Preorders($first:Int$after:String$last:Int$before:String$filter:PreorderFilter$sort:[PreorderSort!]$search:String$status:Boolean!$fullName:Boolean!$phone:Boolean!$quantity:Boolean!$productColor:Boolean!$fullPrice:Boolean!$depositAmount:Boolean!$paymentMethod:Boolean!$refundDue:Boolean!$email:Boolean!$city:Boolean!$region:Boolean!$locale:Boolean!$utmSource:Boolean!$createdAt:Boolean!$depositPaidAt:Boolean!$fulfilledAt:Boolean!$cancelledAt:Boolean!$updatedAt:Boolean!$assignedAdminId:Boolean!){preorders(first:$first after:$after last:$last before:$before filter:$filter sort:$sort search:$search){__typename nodes{__typename ...PreorderRow}pageInfo{__typename startCursor endCursor hasNextPage hasPreviousPage}}}fragment PreorderRow on Preorder{__typename id revision number status@include(if:$status)fullName@include(if:$fullName)phone@include(if:$phone)quantity@include(if:$quantity)productColor@include(if:$productColor)fullPrice@include(if:$fullPrice)depositAmount@include(if:$depositAmount)currency@include(if:$fullPrice)currency@include(if:$depositAmount)paymentMethod@include(if:$paymentMethod)refundDue@include(if:$refundDue)email@include(if:$email)city@include(if:$city)region@include(if:$region)locale@include(if:$locale)utmSource@include(if:$utmSource)createdAt@include(if:$createdAt)depositPaidAt@include(if:$depositPaidAt)fulfilledAt@include(if:$fulfilledAt)cancelledAt@include(if:$cancelledAt)updatedAt@include(if:$updatedAt)assignedAdmin@include(if:$assignedAdminId){__typename id name}}",
);
export const PreorderCountsDocument = typedDocument<PreorderCountsQuery, PreorderCountsQueryVariables>(
  'PreorderCounts',
  "query PreorderCounts($filter:PreorderFilter$search:String){preorders(first:1 filter:$filter search:$search){__typename totalCount facets(fields:[STATUS]){__typename field values{__typename value count}}}}",
);
export const PreorderTotalsDocument = typedDocument<PreorderTotalsQuery, PreorderTotalsQueryVariables>(
  'PreorderTotals',
  "query PreorderTotals($filter:PreorderFilter$search:String){preorders(first:1 filter:$filter search:$search){__typename totals{__typename currency count quantity fullPrice depositAmount}}}",
);
export const PreorderRowsDocument = typedDocument<PreorderRowsQuery, PreorderRowsQueryVariables>(
  'PreorderRows',
  "query PreorderRows($ids:[ID!]!$status:Boolean!$fullName:Boolean!$phone:Boolean!$quantity:Boolean!$productColor:Boolean!$fullPrice:Boolean!$depositAmount:Boolean!$paymentMethod:Boolean!$refundDue:Boolean!$email:Boolean!$city:Boolean!$region:Boolean!$locale:Boolean!$utmSource:Boolean!$createdAt:Boolean!$depositPaidAt:Boolean!$fulfilledAt:Boolean!$cancelledAt:Boolean!$updatedAt:Boolean!$assignedAdminId:Boolean!){nodes(ids:$ids){__typename ...on Preorder{__typename ...PreorderRow}}}fragment PreorderRow on Preorder{__typename id revision number status@include(if:$status)fullName@include(if:$fullName)phone@include(if:$phone)quantity@include(if:$quantity)productColor@include(if:$productColor)fullPrice@include(if:$fullPrice)depositAmount@include(if:$depositAmount)currency@include(if:$fullPrice)currency@include(if:$depositAmount)paymentMethod@include(if:$paymentMethod)refundDue@include(if:$refundDue)email@include(if:$email)city@include(if:$city)region@include(if:$region)locale@include(if:$locale)utmSource@include(if:$utmSource)createdAt@include(if:$createdAt)depositPaidAt@include(if:$depositPaidAt)fulfilledAt@include(if:$fulfilledAt)cancelledAt@include(if:$cancelledAt)updatedAt@include(if:$updatedAt)assignedAdmin@include(if:$assignedAdminId){__typename id name}}",
);
export const PreorderColumnDocument = typedDocument<PreorderColumnQuery, PreorderColumnQueryVariables>(
  'PreorderColumn',
  "query PreorderColumn($first:Int!$filter:PreorderFilter$search:String){preorders(first:$first filter:$filter search:$search){__typename nodes{__typename ...PreorderCard}pageInfo{__typename hasNextPage}}}fragment PreorderCard on Preorder{__typename id revision number status fullName quantity productColor currency fullPrice refundDue createdAt assignedAdmin{__typename id name}}",
);
export const PreorderCardsDocument = typedDocument<PreorderCardsQuery, PreorderCardsQueryVariables>(
  'PreorderCards',
  "query PreorderCards($ids:[ID!]!){nodes(ids:$ids){__typename ...on Preorder{__typename ...PreorderCard}}}fragment PreorderCard on Preorder{__typename id revision number status fullName quantity productColor currency fullPrice refundDue createdAt assignedAdmin{__typename id name}}",
);
export const PreorderMovesDocument = typedDocument<PreorderMovesQuery, PreorderMovesQueryVariables>(
  'PreorderMoves',
  "query PreorderMoves($id:ID!){preorder(id:$id){__typename id revision number status availableActions{__typename ...AvailableAction}}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const PreorderPageDocument = typedDocument<PreorderPageQuery, PreorderPageQueryVariables>(
  'PreorderPage',
  "query PreorderPage($id:ID!){preorder(id:$id){__typename ...PreorderFacts customer{__typename id fullName}sales(first:20){__typename nodes{__typename id number deviceId serial status soldAt createdAt createdBy{__typename id name}}}}}fragment PreorderFacts on Preorder{__typename ...PreorderCard phone email telegramUsername city region locale note productName depositAmount paymentMethod customerId utmSource utmMedium utmCampaign referrer firstContactedAt depositPaidAt fulfilledAt cancelledAt updatedAt availableActions{__typename ...AvailableAction}}fragment PreorderCard on Preorder{__typename id revision number status fullName quantity productColor currency fullPrice refundDue createdAt assignedAdmin{__typename id name}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const PreorderHistoryDocument = typedDocument<PreorderHistoryQuery, PreorderHistoryQueryVariables>(
  'PreorderHistory',
  "query PreorderHistory($id:ID!$first:Int!){preorder(id:$id){__typename id history(first:$first){__typename nodes{__typename id at fromStatus toStatus correction note actor{__typename id name}fromAdmin{__typename id name}toAdmin{__typename id name}fromAdminId toAdminId}pageInfo{__typename hasNextPage}}}}",
);
export const SetPreorderStatusDocument = typedDocument<SetPreorderStatusMutation, SetPreorderStatusMutationVariables>(
  'SetPreorderStatus',
  "mutation SetPreorderStatus($id:ID!$revision:Int$input:SetPreorderStatusInput!){setPreorderStatus(id:$id expectedRevision:$revision input:$input){__typename preorder{__typename ...PreorderFacts}}}fragment PreorderFacts on Preorder{__typename ...PreorderCard phone email telegramUsername city region locale note productName depositAmount paymentMethod customerId utmSource utmMedium utmCampaign referrer firstContactedAt depositPaidAt fulfilledAt cancelledAt updatedAt availableActions{__typename ...AvailableAction}}fragment PreorderCard on Preorder{__typename id revision number status fullName quantity productColor currency fullPrice refundDue createdAt assignedAdmin{__typename id name}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const AssignPreorderDocument = typedDocument<AssignPreorderMutation, AssignPreorderMutationVariables>(
  'AssignPreorder',
  "mutation AssignPreorder($id:ID!$revision:Int$input:AssignPreorderInput!){assignPreorder(id:$id expectedRevision:$revision input:$input){__typename preorder{__typename ...PreorderFacts}}}fragment PreorderFacts on Preorder{__typename ...PreorderCard phone email telegramUsername city region locale note productName depositAmount paymentMethod customerId utmSource utmMedium utmCampaign referrer firstContactedAt depositPaidAt fulfilledAt cancelledAt updatedAt availableActions{__typename ...AvailableAction}}fragment PreorderCard on Preorder{__typename id revision number status fullName quantity productColor currency fullPrice refundDue createdAt assignedAdmin{__typename id name}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const DeletePreorderDocument = typedDocument<DeletePreorderMutation, DeletePreorderMutationVariables>(
  'DeletePreorder',
  "mutation DeletePreorder($id:ID!$revision:Int$input:DeletePreorderInput!){deletePreorder(id:$id expectedRevision:$revision input:$input){__typename deletedId}}",
);
export const SellPreorderDocument = typedDocument<SellPreorderMutation, SellPreorderMutationVariables>(
  'SellPreorder',
  "mutation SellPreorder($key:String!$input:CreateSaleInput!){createSale(idempotencyKey:$key input:$input){__typename sale{__typename id number}}}",
);
export const BulkSetPreorderStatusDocument = typedDocument<BulkSetPreorderStatusMutation, BulkSetPreorderStatusMutationVariables>(
  'BulkSetPreorderStatus',
  "mutation BulkSetPreorderStatus($records:[BulkRecordInput!]!$input:SetPreorderStatusInput!){bulkSetPreorderStatus(records:$records input:$input){__typename results{__typename id ok error{__typename code messageId message params requestId retryAfterSeconds}}}}",
);
export const BulkAssignPreorderDocument = typedDocument<BulkAssignPreorderMutation, BulkAssignPreorderMutationVariables>(
  'BulkAssignPreorder',
  "mutation BulkAssignPreorder($records:[BulkRecordInput!]!$input:AssignPreorderInput!){bulkAssignPreorder(records:$records input:$input){__typename results{__typename id ok error{__typename code messageId message params requestId retryAfterSeconds}}}}",
);
export const PreorderTermsDocument = typedDocument<PreorderTermsQuery, PreorderTermsQueryVariables>(
  'PreorderTerms',
  "query PreorderTerms{preorderSettings{__typename ...PreorderTerms}}fragment PreorderTerms on PreorderSettings{__typename id revision preOrderEnabled preorderCapacity reserved remaining maxQuantityPerOrder productName currency fullPrice depositAmount allowManualDepositConfirmation expectedDeliveryTextUz expectedDeliveryTextRu expectedDeliveryTextEn contactPhone supportTelegram updatedAt}",
);
export const UpdatePreorderTermsDocument = typedDocument<UpdatePreorderTermsMutation, UpdatePreorderTermsMutationVariables>(
  'UpdatePreorderTerms',
  "mutation UpdatePreorderTerms($revision:Int$input:UpdatePreorderSettingsInput!){updatePreorderSettings(expectedRevision:$revision input:$input){__typename preorderSettings{__typename ...PreorderTerms}}}fragment PreorderTerms on PreorderSettings{__typename id revision preOrderEnabled preorderCapacity reserved remaining maxQuantityPerOrder productName currency fullPrice depositAmount allowManualDepositConfirmation expectedDeliveryTextUz expectedDeliveryTextRu expectedDeliveryTextEn contactPhone supportTelegram updatedAt}",
);
