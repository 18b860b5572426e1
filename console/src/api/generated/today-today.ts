// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { TodayAssignMutation, TodayAssignMutationVariables, TodayFunnelQuery, TodayFunnelQueryVariables, TodayOperationsQuery, TodayOperationsQueryVariables, TodayOverviewQuery, TodayOverviewQueryVariables, TodayPreordersQuery, TodayPreordersQueryVariables, TodayQueueQuery, TodayQueueQueryVariables, TodaySalesBeforeQuery, TodaySalesBeforeQueryVariables, TodaySalesQuery, TodaySalesQueryVariables } from './operations.ts';

export const TodayOverviewDocument = typedDocument<TodayOverviewQuery, TodayOverviewQueryVariables>(
  'TodayOverview',
  "query TodayOverview{overview{__typename generatedAt timezone customers{__typename total}devices{__typename online total}preorders{__typename byStatus{__typename status count}reserved capacity remaining}sales{__typename today{__typename currency orders netRevenue}last7Days{__typename currency orders netRevenue}}}}",
);
export const TodaySalesDocument = typedDocument<TodaySalesQuery, TodaySalesQueryVariables>(
  'TodaySales',
  "query TodaySales($range:SalesRange!){salesAnalytics(range:$range){__typename generatedAt range{__typename from to grain currency timezone}totals{__typename ...TodayTotals}previous{__typename from to orders netRevenue refunded averageOrderValue}series{__typename start date orders netRevenue}byChannel{__typename channel orders netRevenue}}}fragment TodayTotals on SalesTotals{__typename orders netRevenue refunded averageOrderValue}",
);
export const TodaySalesBeforeDocument = typedDocument<TodaySalesBeforeQuery, TodaySalesBeforeQueryVariables>(
  'TodaySalesBefore',
  "query TodaySalesBefore($from:DateTime!$to:DateTime!$currency:String!){salesAnalytics(range:CUSTOM from:$from to:$to currency:$currency){__typename range{__typename from to grain}series{__typename netRevenue}}}",
);
export const TodayPreordersDocument = typedDocument<TodayPreordersQuery, TodayPreordersQueryVariables>(
  'TodayPreorders',
  "query TodayPreorders($query:PreorderQuestion!){preorderMetrics(query:$query){__typename asOf from to previousFrom previousTo totals previousTotals rows{__typename bucketStart bucketLabel partial previousBucketLabel metrics previous}}}",
);
export const TodayFunnelDocument = typedDocument<TodayFunnelQuery, TodayFunnelQueryVariables>(
  'TodayFunnel',
  "query TodayFunnel{preorderAnalytics{__typename funnel{__typename byStatus{__typename status count}}}}",
);
export const TodayOperationsDocument = typedDocument<TodayOperationsQuery, TodayOperationsQueryVariables>(
  'TodayOperations',
  "query TodayOperations{operationsAnalytics{__typename activeThresholdDays onlineThresholdMinutes devices{__typename total online offline neverSeen byStatus{__typename status count}byFirmwareVersion{__typename firmwareVersion devices online}}}}",
);
export const TodayQueueDocument = typedDocument<TodayQueueQuery, TodayQueueQueryVariables>(
  'TodayQueue',
  "query TodayQueue($withInstallations:Boolean!$withReleases:Boolean!$withPreorders:Boolean!){bricked:installations(first:5 filter:{possiblyBricked:{eq:true}}sort:[{field:CREATED_AT direction:ASC}])@include(if:$withInstallations){__typename totalCount nodes{__typename ...WaitingInstallation}}stuck:installations(first:5 filter:{status:{in:[QUEUED DOWNLOADING VERIFYING TRANSFERRING INSTALLING REBOOTING VALIDATING]}stuckSince:{isNull:false}silent:{eq:false}possiblyBricked:{eq:false}}sort:[{field:CREATED_AT direction:ASC}])@include(if:$withInstallations){__typename totalCount nodes{__typename ...WaitingInstallation}}paused:releases(first:5 filter:{lifecycle:{eq:PAUSED}})@include(if:$withReleases){__typename totalCount nodes{__typename id version channel hardwareRevision rolloutPercentage pauseReason pauseExplanation{__typename code params}updatedAt}}waiting:preorders(first:5 filter:{status:{eq:NEW}}sort:[{field:CREATED_AT direction:ASC}])@include(if:$withPreorders){__typename totalCount nodes{__typename ...WaitingPreorder}}refunds:preorders(first:5 filter:{refundDue:{eq:true}}sort:[{field:CANCELLED_AT direction:ASC}])@include(if:$withPreorders){__typename totalCount nodes{__typename ...WaitingPreorder}}}fragment WaitingInstallation on Installation{__typename id serial version status stuckSince lastReportAt}fragment WaitingPreorder on Preorder{__typename id revision number fullName status createdAt cancelledAt currency depositAmount assignedAdmin{__typename id name}availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
export const TodayAssignDocument = typedDocument<TodayAssignMutation, TodayAssignMutationVariables>(
  'TodayAssign',
  "mutation TodayAssign($id:ID!$revision:Int$adminId:ID){assignPreorder(id:$id expectedRevision:$revision input:{adminId:$adminId}){__typename preorder{__typename ...WaitingPreorder}}}fragment WaitingPreorder on Preorder{__typename id revision number fullName status createdAt cancelledAt currency depositAmount assignedAdmin{__typename id name}availableActions{__typename ...AvailableAction}}fragment AvailableAction on AvailableAction{__typename operation to allowed blockedBy code messageId params reason}",
);
