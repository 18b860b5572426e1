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

/** The operations that read one record, by the names in the records' declarations. */
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

/** The readers by which records with an id are looked up, in the order of src/model/records/all.ts. */
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

/** True if a caller may read the object with an id, as far as the id itself decides it. */
export function mayReadId(rights: Rights, { member, only }: NodeId): boolean {
  if (only) return mayRead(rights, only);
  return !member || (mayRead(rights, member.owner) && (!member.needs || mayCall(rights, operationNamed(member.needs))));
}

/** True if a caller may call any of the operations that read one record of a kind. */
export function mayRead(rights: Rights, model: RecordModel): boolean {
  return operationsReading(model)?.some((name) => mayCall(rights, operationNamed(name))) ?? false;
}

/** @throws Error for an operation that is missing above */
function operationNamed(name: string): Operation {
  const found = readOperations.get(name);
  if (!found) throw new Error(`${name} reads a record by id: add it to src/domain/nodes/node-kinds.ts.`);
  return found;
}
