import {
  getAnalyticsCatalog,
  getAuditEntryMetrics,
  getClaimCodeMetrics,
  getCustomerMetrics,
  getDeviceEventMetrics,
  getDeviceMetrics,
  getFleetDayMetrics,
  getHeartbeatMetrics,
  getInstallationMetrics,
  getOperationsAnalytics,
  getOverview,
  getPairingMetrics,
  getPreorderAnalytics,
  getPreorderEventMetrics,
  getPreorderMetrics,
  getRefundMetrics,
  getSalesAnalytics,
  getSalesMetrics,
} from '../../domain/analytics/index.ts';
import { AnalyticsCatalogRecord, AnalyticsTableRecord } from '../../model/records/analytics-table.ts';
import { OperationsAnalyticsRecord } from '../../model/records/operations-analytics.ts';
import { OverviewRecord } from '../../model/records/overview.ts';
import { PreorderAnalyticsRecord } from '../../model/records/preorder-analytics.ts';
import { SalesAnalyticsRecord } from '../../model/records/sales-analytics.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const analyticsFields = [
  operationField(getOverview, objectTypeOf(OverviewRecord)),
  operationField(getSalesAnalytics, objectTypeOf(SalesAnalyticsRecord)),
  operationField(getOperationsAnalytics, objectTypeOf(OperationsAnalyticsRecord)),
  operationField(getPreorderAnalytics, objectTypeOf(PreorderAnalyticsRecord)),
  operationField(getAnalyticsCatalog, objectTypeOf(AnalyticsCatalogRecord)),
  operationField(getSalesMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getRefundMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getPreorderMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getCustomerMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getDeviceMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getInstallationMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getFleetDayMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getHeartbeatMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getAuditEntryMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getDeviceEventMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getPairingMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getClaimCodeMetrics, objectTypeOf(AnalyticsTableRecord)),
  operationField(getPreorderEventMetrics, objectTypeOf(AnalyticsTableRecord)),
];
