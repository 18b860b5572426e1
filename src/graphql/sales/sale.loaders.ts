import { type DeviceView, readDevices } from '../../domain/devices/index.ts';
import {
  type RefundView,
  readActiveSales,
  readRefundsOfSales,
  readSalesOfCustomers,
  type SaleView,
} from '../../domain/sales/index.ts';
import type { BatchRead } from '../context.ts';

/** What is shown of one customer; the rest is `sales(filter: { customerId: { eq } })`. */
const SHOWN_SALES = 50;

/** Devices by id. */
export const devices: BatchRead<DeviceView> = ({ em, clock }, ids) => readDevices(em(), ids, clock.now());

/** The refunds of each sale, oldest first. */
export const refundsOfSales: BatchRead<readonly RefundView[]> = ({ em }, ids) => readRefundsOfSales(em(), ids);

/** The sale that each device is sold by. */
export const activeSales: BatchRead<SaleView> = ({ em, clock }, ids) => readActiveSales(em(), ids, clock.now());

/** The newest sales of each customer. */
export const salesOfCustomers: BatchRead<readonly SaleView[]> = ({ em, clock }, ids) =>
  readSalesOfCustomers(em(), ids, SHOWN_SALES, clock.now());
