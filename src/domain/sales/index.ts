export { fulfilSale } from './fulfil-sale.ts';
export * from './operations.ts';
export { saleActions } from './sale-actions.ts';
export { refundReader, saleReader } from './sale-reads.ts';
export { PAYMENT_TRANSITIONS, SALE_TRANSITIONS } from './sale-rules.ts';
export type { RefundView, SaleDetailView, SaleView } from './sale-view.ts';
