import {
  getOperationsAnalytics,
  getOverview,
  getPreorderAnalytics,
  getSalesAnalytics,
} from '../../domain/analytics/index.ts';
import { operationField } from '../operation-field.ts';
import { OperationsAnalyticsType } from './operations-analytics.type.ts';
import { OverviewType } from './overview.type.ts';
import { PreorderAnalyticsType } from './preorder-analytics.type.ts';
import { SalesAnalyticsType } from './sales-analytics.type.ts';

export const analyticsFields = [
  operationField(getOverview, OverviewType),
  operationField(getSalesAnalytics, SalesAnalyticsType),
  operationField(getOperationsAnalytics, OperationsAnalyticsType),
  operationField(getPreorderAnalytics, PreorderAnalyticsType),
];
