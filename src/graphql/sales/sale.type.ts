import { Field } from 'type-graphql';
import { REFUND_STATES } from '../../model/enums.ts';
import { RefundRecord, SaleRecord } from '../../model/records/sale.ts';
import { connectionOf } from '../schema/connection.ts';
import { enumType } from '../schema/input-type.ts';
import { objectTypeOf } from '../schema/record-type.ts';
import { Money } from '../schema/scalars.ts';

const MONEY = ['paymentStatus', 'total', 'refundedTotal'];

export const SaleType = objectTypeOf(SaleRecord, {
  refundState: ['total', 'refundedTotal'],
  refundable: MONEY,
  availableActions: ['status', ...MONEY, 'claimedAt', 'deviceReleasedAt', 'preorderId'],
});

Field(() => enumType('RefundState', REFUND_STATES), { description: 'How much of the total was refunded.' })(
  SaleType.prototype,
  'refundState',
);
Field(() => Money, {
  description: 'The most that can be refunded now. The paid part of a PARTIAL sale is not known, so its total counts.',
})(SaleType.prototype, 'refundable');

const RefundType = objectTypeOf(RefundRecord);

export const SaleConnection = connectionOf('Sale', () => SaleType);
export const RefundConnection = connectionOf('Refund', () => RefundType);
