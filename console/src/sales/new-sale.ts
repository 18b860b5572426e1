import type { PaymentStatus, SalesChannel } from '../api/generated/enums.ts';
import type { CreateSaleInput } from '../api/generated/operations.ts';
import type { Picked } from '../record/record-picker.tsx';
import type { TextKey } from '../text/index.tsx';
import { wholeUnitsOf } from '../ui/money-text.ts';
import { isPhone } from '../ui/phone-text.ts';
import { timeOfField } from '../ui/zoned-time.ts';
import '../text/edit.ts';
import '../text/customers.ts';
import '../text/sales.ts';

/** The form of a new sale. */
export interface NewSale {
  readonly device: Picked | undefined;
  readonly customer: Picked | undefined;
  readonly isStranger: boolean;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly currency: string;
  readonly paymentStatus: PaymentStatus | undefined;
  readonly salesChannel: SalesChannel | undefined;
  readonly soldAt: string;
  readonly preorder: Picked | undefined;
  readonly notes: string;
}

export const EMPTY_SALE: NewSale = {
  device: undefined,
  customer: undefined,
  isStranger: false,
  fullName: '',
  email: '',
  phone: '',
  unitPrice: '',
  discount: '',
  currency: '',
  paymentStatus: undefined,
  salesChannel: undefined,
  soldAt: '',
  preorder: undefined,
  notes: '',
};

/** The paths of the input that the form shows errors at. */
export const PATHS = [
  'deviceId',
  'customer.id',
  'customer.fullName',
  'customer.email',
  'customer.phone',
  'unitPrice',
  'discount',
  'currency',
  'paymentStatus',
  'salesChannel',
  'soldAt',
  'preorderId',
  'notes',
] as const;

export type Path = (typeof PATHS)[number];

type Missing = Readonly<Partial<Record<Path, TextKey>>>;

/** Whether something would be lost: which kind of buyer is shown is no value. */
export const isFilled = (sale: NewSale, start: NewSale) =>
  JSON.stringify({ ...sale, isStranger: false }) !== JSON.stringify({ ...start, isStranger: false });

const discountOf = ({ discount }: NewSale) => (discount.trim() === '' ? 0 : wholeUnitsOf(discount));

/** Price less discount; undefined while that is no amount to be paid. */
export function totalOf(sale: NewSale): number | undefined {
  const [price, discount] = [wholeUnitsOf(sale.unitPrice), discountOf(sale)];
  return price !== undefined && discount !== undefined && discount <= price ? price - discount : undefined;
}

/** Whether more would be taken off than the price, which says itself as soon as it is typed. */
export function isDiscountAbove(sale: NewSale): boolean {
  return (discountOf(sale) ?? 0) > (wholeUnitsOf(sale.unitPrice) ?? Number.POSITIVE_INFINITY);
}

/** What the form still lacks, by path; the service judges everything else. */
export function missingIn(sale: NewSale): Missing {
  const amount = (typed: string): TextKey => (typed.trim() === '' ? 'form.required' : 'money.whole');
  return {
    ...(!sale.device && { deviceId: 'form.required' }),
    ...(!sale.isStranger && !sale.customer && { 'customer.id': 'form.required' }),
    ...(sale.isStranger && sale.fullName.trim() === '' && { 'customer.fullName': 'form.required' }),
    ...(sale.isStranger && sale.phone.trim() !== '' && !isPhone(sale.phone) && { 'customer.phone': 'edit.noPhone' }),
    ...(wholeUnitsOf(sale.unitPrice) === undefined && { unitPrice: amount(sale.unitPrice) }),
    ...(discountOf(sale) === undefined && { discount: 'money.whole' }),
    ...(isDiscountAbove(sale) && { discount: 'sale.discountAbove' }),
    ...(sale.currency.trim() === '' && { currency: 'form.required' }),
    ...(!sale.paymentStatus && { paymentStatus: 'form.required' }),
    ...(!sale.salesChannel && { salesChannel: 'form.required' }),
  };
}

/** What is sent; undefined while something is missing. @param zone of the business, whose clock `soldAt` is */
export function inputOf(sale: NewSale, zone: string): CreateSaleInput | undefined {
  const { device, customer, paymentStatus, salesChannel, preorder } = sale;
  const [unitPrice, discount] = [wholeUnitsOf(sale.unitPrice), discountOf(sale)];
  if (Object.keys(missingIn(sale)).length > 0 || !device || !paymentStatus || !salesChannel) return undefined;
  if (unitPrice === undefined || discount === undefined) return undefined;
  const soldAt = timeOfField(sale.soldAt, zone);
  const typed = { fullName: sale.fullName.trim(), email: sale.email.trim(), phone: sale.phone.trim() };
  const stranger = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
  return {
    deviceId: device.id,
    customer: sale.isStranger ? stranger : { id: customer?.id },
    unitPrice,
    discount,
    currency: sale.currency.trim(),
    paymentStatus,
    salesChannel,
    ...(soldAt && { soldAt }),
    ...(preorder && { preorderId: preorder.id }),
    ...(sale.notes.trim() && { notes: sale.notes.trim() }),
  };
}
