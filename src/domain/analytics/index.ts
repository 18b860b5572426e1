import { getOperationsAnalytics } from './get-operations-analytics.ts';
import { getOverview } from './get-overview.ts';
import { getPreorderAnalytics } from './get-preorder-analytics.ts';
import { getSalesAnalytics } from './get-sales-analytics.ts';

export { getOperationsAnalytics, getOverview, getPreorderAnalytics, getSalesAnalytics };

/** The operations of the module, for the catalog. */
export const analyticsOperations = [getOverview, getSalesAnalytics, getOperationsAnalytics, getPreorderAnalytics];
