import { UUID } from './grammar.ts';
import type { RecordModel } from './record.ts';
import { records } from './records/all.ts';
import { BusinessSettingsRecord, PreorderSettingsRecord, SystemSettingsRecord } from './records/settings.ts';

/** A record without an id of its own: a part of another record, or the record that an edge of it leads to. */
export interface NodeMember {
  readonly owner: RecordModel;
  /** The field or the edge. It begins the id: `presence:<id of the device>`. */
  readonly name: string;
  readonly of: RecordModel;
  /** The operation whose roles may follow the edge; undefined for a part, and for an open edge. */
  readonly needs?: string;
}

/** A record of which there is one. */
interface OnlyRecord {
  readonly id: string;
  readonly record: RecordModel;
  readonly readBy: readonly string[];
}

/** What an id names. */
export interface NodeId {
  /** The name of the record that has the id, or of the one that the member belongs to. */
  readonly id: string;
  readonly member?: NodeMember;
  /** The only record of its kind. */
  readonly only?: RecordModel;
}

/** Records of which there is one. */
const onlyRecords: readonly OnlyRecord[] = [
  { id: 'settings:system', record: SystemSettingsRecord, readBy: ['getSettings'] },
  { id: 'settings:business', record: BusinessSettingsRecord, readBy: ['getSettings'] },
  { id: 'settings:preorder', record: PreorderSettingsRecord, readBy: ['getPreorderSettings'] },
];

const members: readonly NodeMember[] = records.filter(({ fields }) => fields.id?.spec.readBy).flatMap(membersOf);
const byName = new Map(members.map((member) => [member.name, member]));
if (byName.size < members.length) throw new Error('Two records without an id are members of the same name.');

function membersOf(owner: RecordModel): NodeMember[] {
  const parts = Object.entries(owner.fields).map(([name, { spec }]) => ({ name, of: spec.of, needs: undefined }));
  const edges = Object.entries(owner.edges).map(([name, { spec }]) => ({
    name,
    of: records.find((model) => model.name === spec.to),
    needs: spec.needs,
  }));
  return [...parts, ...edges].flatMap(({ name, of, needs }) =>
    of && !of.fields.id ? [{ owner, name, of, needs }] : [],
  );
}

/**
 * The operations that read a record by its id; the roles of each of them may read it. Undefined for a record without an id.
 */
export function operationsReading(model: RecordModel): readonly string[] | undefined {
  return onlyRecords.find(({ record }) => record === model)?.readBy ?? model.fields.id?.spec.readBy;
}

/** Whether a record can be read again by its id. */
export function isNode(model: RecordModel): boolean {
  const found = records.includes(model) && operationsReading(model) !== undefined;
  return found || members.some(({ of }) => of === model);
}

/** The id of a record of which there is one. */
export function singletonId(model: RecordModel): string | undefined {
  return onlyRecords.find(({ record }) => record === model)?.id;
}

/** The members of a record that have no id of their own. */
export function membersWithoutId(owner: RecordModel): readonly NodeMember[] {
  return members.filter((member) => member.owner === owner);
}

/** The id of a member. @param ownerId of the record that it belongs to */
export function memberId({ name }: NodeMember, ownerId: string): string {
  return `${name}:${ownerId}`;
}

/** The object that an id names; undefined for a text that is no id. */
export function readNodeId(text: string): NodeId | undefined {
  const only = onlyRecords.find(({ id }) => id === text)?.record;
  if (only) return { id: text, only };
  const [id = '', name, ...rest] = text.split(':').reverse();
  const member = name === undefined ? undefined : byName.get(name);
  if (!UUID.test(id) || rest.length > 0 || (name !== undefined && !member)) return undefined;
  return { id: id.toLowerCase(), member };
}
