import { cancelSale } from './cancel-sale.ts';
import { correctSale } from './correct-sale.ts';
import { createSale } from './create-sale.ts';
import { getSale } from './get-sale.ts';
import { getSaleByNumber } from './get-sale-by-number.ts';
import { linkSaleToPreorder } from './link-sale-to-preorder.ts';
import { listRefunds } from './list-refunds.ts';
import { listSales } from './list-sales.ts';
import { refundSale } from './refund-sale.ts';
import { updateSale } from './update-sale.ts';

export { fulfilSale } from './fulfil-sale.ts';
export { saleActions } from './sale-actions.ts';
export { refundReader, saleReader } from './sale-reads.ts';
export { PAYMENT_TRANSITIONS, SALE_TRANSITIONS } from './sale-rules.ts';
export type { RefundView, SaleDetailView, SaleView } from './sale-view.ts';
export {
  cancelSale,
  correctSale,
  createSale,
  getSale,
  getSaleByNumber,
  linkSaleToPreorder,
  listRefunds,
  listSales,
  refundSale,
  updateSale,
};

/** The operations of the module, for the catalog. */
export const saleOperations = [
  listSales,
  createSale,
  getSale,
  updateSale,
  cancelSale,
  refundSale,
  correctSale,
  listRefunds,
  getSaleByNumber,
  linkSaleToPreorder,
];
