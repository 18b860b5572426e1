import { SaleDetailRecord, SaleRecord } from '../../model/records/sale.ts';
import { applySaleCancel, changeDevice, type MoveEffects } from '../devices/index.ts';
import { withKey } from '../idempotency/index.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { readSale } from './sale-reads.ts';
import { applyCancel } from './sale-rules.ts';
import { lockSaleToChange } from './sale-to-change.ts';

export const cancelSale = operation({
  name: 'cancelSale',
  summary:
    'Cancels a sale that has no payment. A SOLD device is READY again and keeps its claim code; one that is suspended, in repair or out of service stays so; a CLAIMED or ACTIVE one has to be taken back, suspended or revoked first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 20,
  effect: 'write',
  target: 'Sale',
  takes: { revision: true, idempotencyKey: true },
  errors: ['SALE_HAS_PAYMENTS', 'INVALID_TRANSITION'],
  answers: SaleDetailRecord,
  input: fields({ reason: schemaOf(SaleRecord.fields.cancelReason, { description: 'Why the sale is cancelled.' }) }),
  async handle(context, input) {
    const { em, now, principal, call, audit, unchanged } = context;
    const keyed = { scope: `cancelSale:${principal.callerId}`, key: call.idempotencyKey, input };
    return withKey(context, keyed, async () => {
      const { sale, device, before } = await lockSaleToChange(context, input.id);
      if (sale.status === 'CANCELLED') return unchanged(await readSale(em, sale.id, now));
      const after = applyCancel(sale, now);
      const changes = changesBetween(before, after, ['status', 'paymentStatus']);
      // A released device may already belong to another customer.
      const freed = sale.deviceReleasedAt ? undefined : applySaleCancel(device);
      Object.assign(sale, after, { cancelReason: input.reason, updatedAt: now });
      const history = { cause: 'cancelSale', reason: input.reason, actorId: principal.adminId, now };
      // Apps of a buyer who is no longer the owner.
      const effects: MoveEffects = freed && freed.pairingEpoch !== device.pairingEpoch ? { revokesPairings: true } : {};
      if (freed) await changeDevice(em, device, freed, effects, history);
      await em.flush();
      audit({ changes, reason: input.reason, detail: { number: sale.number, deviceId: device.id } });
      return readSale(em, sale.id, now);
    });
  },
});
