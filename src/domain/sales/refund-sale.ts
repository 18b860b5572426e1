import { Type } from 'typebox';
import type { DeviceDisposition } from '../../model/enums.ts';
import { RefundedSaleRecord, RefundRecord } from '../../model/records/sale.ts';
import { addRefund, type SaleWithDevice } from '../../persistence/sales/sale-repository.ts';
import { applyDisposition, changeDevice, effectsOfEntering } from '../devices/index.ts';
import { withKey } from '../idempotency/index.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { conflict } from '../kernel/errors.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { readSale } from './sale-reads.ts';
import { applyRefund, deviceReleased } from './sale-rules.ts';
import { lockSaleToChange } from './sale-to-change.ts';
import { type ListedRefundView, type SaleDetailView, viewRefund } from './sale-view.ts';

export const refundSale = operation({
  name: 'refundSale',
  summary: 'Refunds part or all of the remaining amount of a sale; with a disposition the device leaves the sale.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 20,
  effect: 'write',
  target: 'Sale',
  takes: { revision: true, idempotencyKey: true },
  errors: ['REFUND_NOT_ALLOWED', 'REFUND_AMOUNT_EXCEEDS_REFUNDABLE', 'INVALID_TRANSITION'],
  answers: RefundedSaleRecord,
  input: fields({
    reason: schemaOf(RefundRecord.fields.reason),
    amount: schemaOf(RefundRecord.fields.amount),
    deviceDisposition: Type.Optional(schemaOf(RefundRecord.fields.deviceDisposition)),
  }),
  async handle(context, input) {
    const { em, now, principal, call, audit } = context;
    const keyed = { scope: `refundSale:${principal.callerId}`, key: call.idempotencyKey, input };
    const reply = await withKey(context, keyed, async (): Promise<RefundedSale> => {
      const { id, amount, deviceDisposition = null } = input;
      const locked = await lockSaleToChange(context, id);
      const { sale, device, before } = locked;
      const refunded = applyRefund(sale, amount);
      const after = deviceDisposition ? deviceReleased(refunded, now) : refunded;
      const disposed = deviceDisposition ? dispositionOf(locked, deviceDisposition) : undefined;
      const changes = changesBetween(before, after, ['status', 'paymentStatus', 'refundedTotal', 'deviceReleasedAt']);
      Object.assign(sale, after, { updatedAt: now });
      const refund = { saleId: id, amount, reason: input.reason, deviceDisposition, createdAt: now };
      const added = addRefund(em, { ...refund, createdBy: principal.adminId });
      await em.flush();
      if (disposed && deviceDisposition) {
        const history = { cause: 'refundSale', reason: input.reason, actorId: principal.adminId, now };
        await changeDevice(em, device, disposed, effectsOfEntering(deviceDisposition), history);
      }
      audit({ changes, reason: input.reason, detail: { number: sale.number, amount, deviceDisposition } });
      const shown = viewRefund({ ...refund, id: added.id, createdById: principal.adminId });
      return { ...(await readSale(em, id, now)), refund: shown };
    });
    return { ...reply, refund: reply.refund ?? newestRefund(reply) };
  },
});

/** `refund` is missing in a reply that an earlier version has stored for its idempotency key. */
type RefundedSale = SaleDetailView & { readonly refund?: ListedRefundView };

function newestRefund({ id, refunds }: RefundedSale) {
  return { ...refunds.at(-1), sale: { id } };
}

/**
 * A released device may already belong to another customer; while it is RETURNED, it can still be revoked.
 * @throws DomainError 409 INVALID_TRANSITION
 */
function dispositionOf({ sale, device }: SaleWithDevice, disposition: DeviceDisposition) {
  if (sale.deviceReleasedAt && device.status !== 'RETURNED') {
    throw conflict('INVALID_TRANSITION', 'DEVICE_GONE');
  }
  return applyDisposition(device, disposition);
}
