import type { AdminRole } from '../../model/enums.ts';
import { type NodeId, operationsReading } from '../../model/nodes.ts';
import type { RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';
import { listAuditEntries } from '../audit/index.ts';
import { getCustomer } from '../customers/index.ts';
import { getDevice, listClaimCodes } from '../devices/index.ts';
import { getRelease } from '../firmware/index.ts';
import { getBatch } from '../inventory/index.ts';
import type { Operation } from '../kernel/operation.ts';
import { getPreorder, getPreorderSettings } from '../preorders/index.ts';
import type { Reader } from '../reader.ts';
import { readers } from '../readers.ts';
import { getSale } from '../sales/index.ts';
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

/** The readers of the records that a role may read by id. */
export function readersFor(role: AdminRole): readonly Reader[] {
  return lookedUp.filter(({ record }) => mayRead(role, record));
}

/** Whether a role may read what an id names, as far as the id itself decides it. */
export function mayReadId(role: AdminRole, { member, only }: NodeId): boolean {
  if (only) return mayRead(role, only);
  return !member || (mayRead(role, member.owner) && (!member.needs || mayCall(role, member.needs)));
}

function mayRead(role: AdminRole, model: RecordModel): boolean {
  return operationsReading(model)?.some((name) => mayCall(role, name)) ?? false;
}

/** @throws Error for an operation that is missing above */
function mayCall(role: AdminRole, name: string): boolean {
  const { access } = readOperations.get(name) ?? {};
  if (!access) throw new Error(`${name} reads a record by id: add it to src/domain/nodes/node-kinds.ts.`);
  return access.kind === 'admin' && access.roles.includes(role);
}
