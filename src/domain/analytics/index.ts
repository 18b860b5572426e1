import { getAnalyticsCatalog } from './get-analytics-catalog.ts';
import { getAuditEntryMetrics } from './get-audit-entry-metrics.ts';
import { getClaimCodeMetrics } from './get-claim-code-metrics.ts';
import { getCustomerMetrics } from './get-customer-metrics.ts';
import { getDeviceEventMetrics } from './get-device-event-metrics.ts';
import { getDeviceMetrics } from './get-device-metrics.ts';
import { getFleetDayMetrics } from './get-fleet-day-metrics.ts';
import { getHeartbeatMetrics } from './get-heartbeat-metrics.ts';
import { getInstallationMetrics } from './get-installation-metrics.ts';
import { getOperationsAnalytics } from './get-operations-analytics.ts';
import { getOverview } from './get-overview.ts';
import { getPairingMetrics } from './get-pairing-metrics.ts';
import { getPreorderAnalytics } from './get-preorder-analytics.ts';
import { getPreorderEventMetrics } from './get-preorder-event-metrics.ts';
import { getPreorderMetrics } from './get-preorder-metrics.ts';
import { getRefundMetrics } from './get-refund-metrics.ts';
import { getSalesAnalytics } from './get-sales-analytics.ts';
import { getSalesMetrics } from './get-sales-metrics.ts';

export { askQuestion, requireAskable } from './ask-question.ts';
export { questionExports } from './question-exports.ts';
export {
  MAX_ANSWER_ROWS,
  MAX_DIMENSIONS,
  MAX_METRICS,
  namedIn,
  neededByQuestion,
  type Question,
  questionSchema,
  rangeInput,
  timezoneInput,
} from './question-input.ts';
export { type PricedQuestion, type Pricing, priceOfQuestion } from './question-price.ts';
export { type AskableSet, maskedError, questionSets } from './question-sets.ts';
export {
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
};

/** The operations of the module, for the catalog. */
export const analyticsOperations = [
  getOverview,
  getSalesAnalytics,
  getOperationsAnalytics,
  getPreorderAnalytics,
  getAnalyticsCatalog,
  getSalesMetrics,
  getRefundMetrics,
  getPreorderMetrics,
  getCustomerMetrics,
  getDeviceMetrics,
  getInstallationMetrics,
  getFleetDayMetrics,
  getHeartbeatMetrics,
  getAuditEntryMetrics,
  getDeviceEventMetrics,
  getPairingMetrics,
  getClaimCodeMetrics,
  getPreorderEventMetrics,
];
