import { type NodeId, operationsReading } from '../../model/nodes.ts';
import type { RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';
import { listAuditEntries } from '../audit/index.ts';
import { getCustomer } from '../customers/index.ts';
import { getDevice, listClaimCodes } from '../devices/index.ts';
import { getRelease } from '../firmware/index.ts';
import { getBatch } from '../inventory/index.ts';
import { mayCall, type Rights } from '../kernel/access.ts';
import type { Operation } from '../kernel/operation.ts';
import { getPreorder, getPreorderSettings } from '../preorders/index.ts';
import type { Reader } from '../reader.ts';
import { readers } from '../readers.ts';
import { getSale } from '../sales/index.ts';
import { getServiceAccount } from '../service-accounts/index.ts';
import { getSettings } from '../settings/index.ts';
import { listAdminOptions, listTeam } from '../team/index.ts';

/** The operations that records name as those that read one, by name. */
const readOperations: ReadonlyMap<string, Operation> = new Map(
  [
    getBatch,
    getCustomer,
    getDevice,
    getPreorder,
    getPreorderSettings,
    getRelease,
    getSale,
    getServiceAccount,
    getSettings,
    listAdminOptions,
    listAuditEntries,
    listClaimCodes,
    listTeam,
  ].map((operation: Operation) => [operation.name, operation]),
);

/** Where records with an id of their own are looked up, in the order of src/model/records/all.ts. */
const lookedUp: readonly Reader[] = records.flatMap((model) => {
  if (!model.fields.id?.spec.readBy) return [];
  const reader = readers.get(model.name);
  if (!reader) throw new Error(`${model.name} has no reader in src/domain/readers.ts.`);
  return [reader];
});

/** The readers of the records that a caller may read by id. */
export function readersFor(rights: Rights): readonly Reader[] {
  return lookedUp.filter(({ record }) => mayRead(rights, record));
}

/** Whether a caller may read what an id names, as far as the id itself decides it. */
export function mayReadId(rights: Rights, { member, only }: NodeId): boolean {
  if (only) return mayRead(rights, only);
  return !member || (mayRead(rights, member.owner) && (!member.needs || mayCall(rights, operationNamed(member.needs))));
}

/** Whether a caller may read one record of a kind: by any of the operations that do. */
export function mayRead(rights: Rights, model: RecordModel): boolean {
  return operationsReading(model)?.some((name) => mayCall(rights, operationNamed(name))) ?? false;
}

/** @throws Error for an operation that is missing above */
function operationNamed(name: string): Operation {
  const found = readOperations.get(name);
  if (!found) throw new Error(`${name} reads a record by id: add it to src/domain/nodes/node-kinds.ts.`);
  return found;
}
