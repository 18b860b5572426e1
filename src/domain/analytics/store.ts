/** What the jobs do with the module's tables. It imports no module, which avoids cycles. */
export { foldSaleBuyers } from '../../persistence/analytics/sale-buyers.ts';
export { foldSaleHours } from '../../persistence/analytics/sale-hours.ts';
