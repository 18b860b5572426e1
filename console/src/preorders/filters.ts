import type { Locale, PaymentMethod, ProductColor } from '../api/generated/enums.ts';
import type { FilterDef } from '../list/filters.ts';
import { findCountries } from '../record/find-countries.ts';
import { STATUSES } from './statuses.ts';
import '../text/list.ts';
import '../text/preorders.ts';

const COLORS: readonly ProductColor[] = ['WHITE', 'BLACK', 'LAVENDER'];
const METHODS: readonly PaymentMethod[] = ['FULL', 'DEPOSIT'];
const LOCALES: readonly Locale[] = ['uz', 'ru', 'en'];

/** What preorders can be found by, their own fields and those of what belongs to them. */
export const preorderFilters: readonly FilterDef[] = [
  {
    key: 'status',
    label: 'preorder.status',
    path: ['status'],
    kind: 'enum',
    name: 'PreorderStatus',
    values: STATUSES,
  },
  // Chosen beside the search, by name.
  { key: 'assignee', label: 'preorder.assignee', path: ['assignedAdminId'], kind: 'text', isOwnControl: true },
  { key: 'created', label: 'preorder.createdAt', path: ['createdAt'], kind: 'time' },
  {
    key: 'refund',
    label: 'preorder.refundDue',
    path: ['refundDue'],
    kind: 'flag',
    yes: 'filter.yes',
    no: 'filter.no',
  },
  {
    key: 'payment',
    label: 'preorder.paymentMethod',
    path: ['paymentMethod'],
    kind: 'enum',
    name: 'PaymentMethod',
    values: METHODS,
  },
  {
    key: 'color',
    label: 'preorder.productColor',
    path: ['productColor'],
    kind: 'enum',
    name: 'ProductColor',
    values: COLORS,
  },
  { key: 'locale', label: 'preorder.locale', path: ['locale'], kind: 'enum', name: 'Locale', values: LOCALES },
  { key: 'name', label: 'preorder.fullName', path: ['fullName'], kind: 'text' },
  { key: 'phone', label: 'preorder.phone', path: ['phone'], kind: 'text' },
  { key: 'city', label: 'preorder.city', path: ['city'], kind: 'text' },
  { key: 'region', label: 'preorder.region', path: ['region'], kind: 'text' },
  { key: 'country', label: 'preorder.country', path: ['customer', 'country'], kind: 'id', find: findCountries },
  { key: 'source', label: 'preorder.utmSource', path: ['utmSource'], kind: 'text' },
  { key: 'campaign', label: 'preorder.utmCampaign', path: ['utmCampaign'], kind: 'text' },
  { key: 'serial', label: 'preorder.soldSerial', path: ['sales', 'some', 'serial'], kind: 'text' },
  { key: 'contacted', label: 'preorder.firstContactedAt', path: ['firstContactedAt'], kind: 'time' },
  { key: 'paid', label: 'preorder.depositPaidAt', path: ['depositPaidAt'], kind: 'time' },
  { key: 'fulfilled', label: 'preorder.fulfilledAt', path: ['fulfilledAt'], kind: 'time' },
  { key: 'cancelled', label: 'preorder.cancelledAt', path: ['cancelledAt'], kind: 'time' },
];
