import {
  type CustomerNoteView,
  type CustomerView,
  readCustomerNotes,
  readCustomers,
} from '../../domain/customers/index.ts';
import { type DeviceView, readDevicesOfOwners } from '../../domain/devices/index.ts';
import { type PreorderView, readPreordersOfCustomers } from '../../domain/preorders/index.ts';
import type { BatchRead } from '../context.ts';

/** What is shown of one owner; the rest is `devices(filter: { ownerId: { eq } })`. */
const SHOWN_DEVICES = 50;

/** Customers by id. */
export const customers: BatchRead<CustomerView> = ({ em }, ids) => readCustomers(em(), ids);

/** The latest notes of each customer. */
export const customerNotes: BatchRead<readonly CustomerNoteView[]> = ({ em }, ids) => readCustomerNotes(em(), ids);

/** The devices of each customer. */
export const devicesOfOwners: BatchRead<readonly DeviceView[]> = ({ em, clock }, ids) =>
  readDevicesOfOwners(em(), ids, SHOWN_DEVICES, clock.now());

/** The latest preorders of each customer. */
export const preordersOfCustomers: BatchRead<readonly PreorderView[]> = ({ em, clock }, ids) =>
  readPreordersOfCustomers(em(), ids, clock.now());
