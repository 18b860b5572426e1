import {
  type CustomerNoteView,
  type CustomerView,
  readCustomerNotes,
  readCustomers,
} from '../../domain/customers/index.ts';
import { type DeviceView, readDevicesOfOwners } from '../../domain/devices/index.ts';
import { type PreorderView, readPreordersOfCustomers } from '../../domain/preorders/index.ts';
import type { BatchRead, ListRead } from '../context.ts';

/** Customers by id. */
export const customers: BatchRead<CustomerView> = ({ em }, ids) => readCustomers(em(), ids);

/** The latest notes of each customer. */
export const customerNotes: ListRead<CustomerNoteView> = ({ em }, ids, { first }) =>
  readCustomerNotes(em(), ids, first);

/** The newest devices of each customer. */
export const devicesOfOwners: ListRead<DeviceView> = ({ em, clock }, ids, { first }) =>
  readDevicesOfOwners(em(), ids, first, clock.now());

/** The latest preorders of each customer. */
export const preordersOfCustomers: ListRead<PreorderView> = ({ em, clock }, ids, { first }) =>
  readPreordersOfCustomers(em(), ids, first, clock.now());
