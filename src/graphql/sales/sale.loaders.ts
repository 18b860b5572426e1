import {
  type RefundView,
  readActiveSales,
  readRefundsOfSales,
  readSalesOfCustomers,
  type SaleView,
} from '../../domain/sales/index.ts';
import type { BatchRead, ListRead } from '../context.ts';

/** The refunds of each sale, oldest first. */
export const refundsOfSales: ListRead<RefundView> = ({ em }, ids, { first }) => readRefundsOfSales(em(), ids, first);

/** The sale that each device is sold by. */
export const activeSales: BatchRead<SaleView> = ({ em, clock }, ids) => readActiveSales(em(), ids, clock.now());

/** The newest sales of each customer. */
export const salesOfCustomers: ListRead<SaleView> = ({ em, clock }, ids, { first }) =>
  readSalesOfCustomers(em(), ids, first, clock.now());
