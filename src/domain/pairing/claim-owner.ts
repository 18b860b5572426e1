import { findOrCreateCustomer, findOrCreateCustomerBy, isAnonymized } from '../customers/index.ts';
import { applyClaim, applyProof, changeDevice } from '../devices/index.ts';
import type { DeviceRow } from '../devices/store.ts';
import type { Context } from '../kernel/operation.ts';
import { fulfilSale } from '../sales/index.ts';
import type { ClaimInput } from './claim-input.ts';

/**
 * Sets the owner of a locked device and records the claim on its sale.
 * @returns the changed fields, for the audit entry
 */
export async function assignOwner({ em, now }: Context, input: ClaimInput, device: DeviceRow, pairingId: string) {
  const history = { actorId: pairingId, reason: null, now };
  if (device.status === 'INVENTORY') {
    await changeDevice(em, device, applyProof(device), {}, { ...history, cause: 'secretProved' });
  }
  const owner = await ownerOf({ em, now }, input, device);
  const saleId = await fulfilSale(em, device.id, now);
  const fields = await changeDevice(
    em,
    device,
    applyClaim(device, owner.id, now),
    {},
    { ...history, cause: 'claimDevice', reason: saleId ? null : 'claimed without a sale' },
  );
  return { fields, detail: { saleId: saleId ?? null, customerCreated: owner.created } };
}

/** The customer with the claim's e-mail address, else the buyer of the device unless that person is erased, else a new customer. */
async function ownerOf({ em, now }: Pick<Context, 'em' | 'now'>, input: ClaimInput, device: DeviceRow) {
  const name = input.customerName && [...input.customerName].length > 1 ? input.customerName : undefined;
  if (input.customerEmail) {
    return findOrCreateCustomer(em, { email: input.customerEmail, name }, now, 'pairing');
  }
  if (device.ownerId && !(await isAnonymized(em, device.ownerId))) return { id: device.ownerId, created: false };
  return findOrCreateCustomerBy(em, { fullName: name ?? `Owner of ${device.serial}` }, now, 'pairing');
}
