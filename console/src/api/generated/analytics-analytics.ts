// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { AskAuditEntryQuery, AskAuditEntryQueryVariables, AskClaimCodeQuery, AskClaimCodeQueryVariables, AskCustomerQuery, AskCustomerQueryVariables, AskDeviceEventQuery, AskDeviceEventQueryVariables, AskDeviceQuery, AskDeviceQueryVariables, AskFleetDayQuery, AskFleetDayQueryVariables, AskHeartbeatQuery, AskHeartbeatQueryVariables, AskInstallationQuery, AskInstallationQueryVariables, AskPairingQuery, AskPairingQueryVariables, AskPreorderEventQuery, AskPreorderEventQueryVariables, AskPreorderQuery, AskPreorderQueryVariables, AskRefundQuery, AskRefundQueryVariables, AskSalesQuery, AskSalesQueryVariables, CatalogQuery, CatalogQueryVariables, CreateQuestionMutation, CreateQuestionMutationVariables, DeleteQuestionMutation, DeleteQuestionMutationVariables, SavedQuestionsQuery, SavedQuestionsQueryVariables, UpdateQuestionMutation, UpdateQuestionMutationVariables } from './operations.ts';

export const CatalogDocument = typedDocument<CatalogQuery, CatalogQueryVariables>(
  'Catalog',
  "query Catalog{analyticsCatalog{__typename dataSets{__typename dataSet field allowed times metrics{__typename key label allowed type}dimensions{__typename key label allowed type}numbers{__typename key label allowed}}}}",
);
export const SavedQuestionsDocument = typedDocument<SavedQuestionsQuery, SavedQuestionsQueryVariables>(
  'SavedQuestions',
  "query SavedQuestions{savedQuestions(first:100 sort:[{field:NAME direction:ASC}]){__typename nodes{__typename ...Question}}}fragment Question on SavedQuestion{__typename id revision name shared ownerId dataSet question updatedAt owner{__typename id name}}",
);
export const CreateQuestionDocument = typedDocument<CreateQuestionMutation, CreateQuestionMutationVariables>(
  'CreateQuestion',
  "mutation CreateQuestion($input:CreateSavedQuestionInput!){createSavedQuestion(input:$input){__typename savedQuestion{__typename ...Question}}}fragment Question on SavedQuestion{__typename id revision name shared ownerId dataSet question updatedAt owner{__typename id name}}",
);
export const UpdateQuestionDocument = typedDocument<UpdateQuestionMutation, UpdateQuestionMutationVariables>(
  'UpdateQuestion',
  "mutation UpdateQuestion($id:ID!$revision:Int$input:UpdateSavedQuestionInput!){updateSavedQuestion(id:$id expectedRevision:$revision input:$input){__typename savedQuestion{__typename ...Question}}}fragment Question on SavedQuestion{__typename id revision name shared ownerId dataSet question updatedAt owner{__typename id name}}",
);
export const DeleteQuestionDocument = typedDocument<DeleteQuestionMutation, DeleteQuestionMutationVariables>(
  'DeleteQuestion',
  "mutation DeleteQuestion($id:ID!){deleteSavedQuestion(id:$id){__typename deletedId}}",
);
export const AskSalesDocument = typedDocument<AskSalesQuery, AskSalesQueryVariables>(
  'AskSales',
  "query AskSales($query:SalesQuestion!){answer:salesMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskRefundDocument = typedDocument<AskRefundQuery, AskRefundQueryVariables>(
  'AskRefund',
  "query AskRefund($query:RefundQuestion!){answer:refundMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskPreorderDocument = typedDocument<AskPreorderQuery, AskPreorderQueryVariables>(
  'AskPreorder',
  "query AskPreorder($query:PreorderQuestion!){answer:preorderMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskCustomerDocument = typedDocument<AskCustomerQuery, AskCustomerQueryVariables>(
  'AskCustomer',
  "query AskCustomer($query:CustomerQuestion!){answer:customerMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskDeviceDocument = typedDocument<AskDeviceQuery, AskDeviceQueryVariables>(
  'AskDevice',
  "query AskDevice($query:DeviceQuestion!){answer:deviceMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskInstallationDocument = typedDocument<AskInstallationQuery, AskInstallationQueryVariables>(
  'AskInstallation',
  "query AskInstallation($query:InstallationQuestion!){answer:installationMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskFleetDayDocument = typedDocument<AskFleetDayQuery, AskFleetDayQueryVariables>(
  'AskFleetDay',
  "query AskFleetDay($query:FleetDayQuestion!){answer:fleetDayMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskHeartbeatDocument = typedDocument<AskHeartbeatQuery, AskHeartbeatQueryVariables>(
  'AskHeartbeat',
  "query AskHeartbeat($query:HeartbeatQuestion!){answer:heartbeatMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskAuditEntryDocument = typedDocument<AskAuditEntryQuery, AskAuditEntryQueryVariables>(
  'AskAuditEntry',
  "query AskAuditEntry($query:AuditEntryQuestion!){answer:auditEntryMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskDeviceEventDocument = typedDocument<AskDeviceEventQuery, AskDeviceEventQueryVariables>(
  'AskDeviceEvent',
  "query AskDeviceEvent($query:DeviceEventQuestion!){answer:deviceEventMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskPairingDocument = typedDocument<AskPairingQuery, AskPairingQueryVariables>(
  'AskPairing',
  "query AskPairing($query:PairingQuestion!){answer:pairingMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskClaimCodeDocument = typedDocument<AskClaimCodeQuery, AskClaimCodeQueryVariables>(
  'AskClaimCode',
  "query AskClaimCode($query:ClaimCodeQuestion!){answer:claimCodeMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
export const AskPreorderEventDocument = typedDocument<AskPreorderEventQuery, AskPreorderEventQueryVariables>(
  'AskPreorderEvent',
  "query AskPreorderEvent($query:PreorderEventQuestion!){answer:preorderEventMetrics(query:$query){__typename ...Answer}}fragment Answer on AnalyticsTable{__typename dataSet columns{__typename key label kind type unit}rows{__typename bucketLabel partial previousBucketLabel rest dimensions labels metrics previous change}totals previousTotals rowCount truncated timezone currency from to previousFrom previousTo sql sqlParameters}",
);
