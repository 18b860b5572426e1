import {
  getOperationsAnalytics,
  getOverview,
  getPreorderAnalytics,
  getSalesAnalytics,
} from '../../domain/analytics/index.ts';
import { get, routes } from '../route.ts';

/** One of the paths is among the preorders': this table comes before theirs, whose `:id` would match it. */
export const analyticsRoutes = routes('/v1/admin', [
  get('/overview', 200, getOverview),
  get('/analytics/sales', 200, getSalesAnalytics),
  get('/analytics/operations', 200, getOperationsAnalytics),
  get('/preorders/analytics', 200, getPreorderAnalytics),
]);
