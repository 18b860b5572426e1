import { getOperationsAnalytics } from './get-operations-analytics.ts';
import { getOverview } from './get-overview.ts';
import { getPreorderAnalytics } from './get-preorder-analytics.ts';
import { getSalesAnalytics } from './get-sales-analytics.ts';

export type {
  BatchStatusCountView,
  ClaimCodeStatusCountView,
  DeviceAnalyticsView,
  DeviceStatusCountView,
  FirmwareVersionCountView,
  HardwareRevisionCountView,
  OperationsAnalyticsView,
} from './operations-view.ts';
export type {
  ActivityView,
  CurrencySalesView,
  OverviewDevicesView,
  OverviewPreordersView,
  OverviewSalesView,
  OverviewView,
} from './overview-view.ts';
export type {
  ConversionView,
  PreorderAnalyticsView,
  PreorderCapacityView,
  PreorderColorCountView,
  PreorderFunnelView,
  PreorderRegionCountView,
  PreorderRevenueView,
  PreorderStatusCountView,
} from './preorder-analytics-view.ts';
export type {
  PreviousTotalsView,
  SalesAnalyticsView,
  SalesBucketView,
  SalesFiguresView,
  SalesRangeView,
  SalesTotalsView,
} from './sales-view.ts';
export { getOperationsAnalytics, getOverview, getPreorderAnalytics, getSalesAnalytics };

/** The operations of the module, for the catalog. */
export const analyticsOperations = [getOverview, getSalesAnalytics, getOperationsAnalytics, getPreorderAnalytics];
