import type { DeviceStatus, Locale, PreorderStatus, SaleStatus } from '../api/generated/enums.ts';
import type { FilterDef } from '../list/filters.ts';
import { findCountries } from '../record/find-countries.ts';
import '../text/customers.ts';

export const LOCALES: readonly Locale[] = ['uz', 'ru', 'en'];
const DEVICES: readonly DeviceStatus[] = [
  'ACTIVE',
  'CLAIMED',
  'SOLD',
  'SUSPENDED',
  'REPAIR',
  'RETURNED',
  'REVOKED',
  'RETIRED',
];
const SALES: readonly SaleStatus[] = ['PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'REFUNDED'];
const PREORDERS: readonly PreorderStatus[] = [
  'NEW',
  'CONTACTED',
  'CONFIRMED',
  'PAYMENT_PENDING',
  'DEPOSIT_PAID',
  'READY_TO_SHIP',
  'FULFILLED',
  'CANCELLED',
];

/** The operation without which a filter cannot be used. */
export type CustomerFilterDef = FilterDef & { readonly needs?: string };

/** What customers can be found by, their own fields and those of what they bought, ordered and own. */
export const customerFilters: readonly CustomerFilterDef[] = [
  {
    key: 'bought',
    label: 'customer.bought',
    path: ['sales'],
    kind: 'flag',
    yes: 'customer.boughtYes',
    no: 'customer.boughtNo',
    some: { status: { in: ['PENDING', 'PAID', 'FULFILLED'] } },
    needs: 'getSale',
  },
  { key: 'sold', label: 'customer.soldAt', path: ['sales', 'some', 'soldAt'], kind: 'time', needs: 'getSale' },
  {
    key: 'sale',
    label: 'customer.saleStatus',
    path: ['sales', 'some', 'status'],
    kind: 'enum',
    name: 'SaleStatus',
    values: SALES,
    needs: 'getSale',
  },
  {
    key: 'owns',
    label: 'customer.hasDevice',
    path: ['devices'],
    kind: 'flag',
    yes: 'customer.hasDeviceYes',
    no: 'customer.hasDeviceNo',
    some: {},
    needs: 'listDevices',
  },
  {
    key: 'heard',
    label: 'customer.deviceSeen',
    path: ['devices', 'some', 'lastSeenAt'],
    kind: 'time',
    needs: 'listDevices',
  },
  {
    key: 'device',
    label: 'customer.deviceStatus',
    path: ['devices', 'some', 'status'],
    kind: 'enum',
    name: 'DeviceStatus',
    values: DEVICES,
    needs: 'listDevices',
  },
  {
    key: 'model',
    label: 'customer.deviceModel',
    path: ['devices', 'some', 'model'],
    kind: 'text',
    needs: 'listDevices',
  },
  {
    key: 'preorder',
    label: 'customer.preorderStatus',
    path: ['preorders', 'some', 'status'],
    kind: 'enum',
    name: 'PreorderStatus',
    values: PREORDERS,
    needs: 'listPreorders',
  },
  { key: 'name', label: 'customer.fullName', path: ['fullName'], kind: 'text' },
  { key: 'email', label: 'customer.email', path: ['email'], kind: 'text' },
  { key: 'phone', label: 'customer.phone', path: ['phone'], kind: 'text' },
  { key: 'company', label: 'customer.company', path: ['company'], kind: 'text' },
  { key: 'city', label: 'customer.city', path: ['city'], kind: 'text' },
  { key: 'region', label: 'customer.region', path: ['region'], kind: 'text' },
  { key: 'country', label: 'customer.country', path: ['country'], kind: 'id', find: findCountries },
  {
    key: 'language',
    label: 'customer.language',
    path: ['preferredLanguage'],
    kind: 'enum',
    name: 'Locale',
    values: LOCALES,
  },
  { key: 'source', label: 'customer.source', path: ['source'], kind: 'text' },
  {
    key: 'shared',
    label: 'customer.sharesPhone',
    path: ['sharesPhone'],
    kind: 'flag',
    yes: 'customer.sharesPhoneYes',
    no: 'customer.sharesPhoneNo',
  },
  { key: 'created', label: 'customer.createdAt', path: ['createdAt'], kind: 'time' },
];
