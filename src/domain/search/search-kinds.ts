import type { SearchKind } from '../../model/enums.ts';
import type { ListQuery } from '../../persistence/lists/list-definition.ts';
import { customerReader, listCustomers } from '../customers/index.ts';
import { deviceReader, listDevices, searchedOnLabel } from '../devices/index.ts';
import { listReleases, releaseReader } from '../firmware/index.ts';
import { batchReader, listBatches } from '../inventory/index.ts';
import type { Operation } from '../kernel/operation.ts';
import { listPreorders, preorderReader } from '../preorders/index.ts';
import type { Reader } from '../reader.ts';
import { listSales, saleReader } from '../sales/index.ts';
import { adminReader, listTeam } from '../team/index.ts';

/** What a hit shows of its record. */
interface Label {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  /** What people know the record by. */
  readonly name: string | null;
}

/** The search and the view of the records of one kind. */
export interface SearchKindSpec<T = never> {
  readonly kind: SearchKind;
  /** The operation that lists them: its roles may find them. */
  readonly list: Operation;
  readonly reader: Reader<T>;
  /** The field whose value, given exactly, comes first. */
  readonly exact: string;
  /** The fields that the label needs. */
  readonly select: readonly string[];
  readonly label: (view: T) => Label;
  /**
   * The condition that a record contains a text; default: in the search columns of its list. Trigram indexes must cover all of
   * it, unless the table is small: with one column without an index PostgreSQL compares every row.
   */
  readonly matching?: (text: string) => Partial<ListQuery>;
}

/** Kinds of records that `search` finds; of equally good hits, the earlier kind comes first. */
export const searchKinds: readonly SearchKindSpec[] = [
  kind({
    kind: 'CUSTOMER',
    list: listCustomers,
    reader: customerReader,
    exact: 'email',
    select: ['fullName', 'email', 'phone'],
    label: ({ id, fullName, email, phone }) => ({ id, title: fullName, subtitle: email ?? phone, name: email }),
  }),
  kind({
    kind: 'DEVICE',
    list: listDevices,
    reader: deviceReader,
    exact: 'serial',
    select: ['serial', 'model'],
    label: ({ id, serial, model }) => ({ id, title: serial, subtitle: model, name: serial }),
    matching: (text) => ({ within: { serial: { contains: searchedOnLabel(text) } } }),
  }),
  kind({
    kind: 'SALE',
    list: listSales,
    reader: saleReader,
    exact: 'number',
    select: ['number', 'customerId', 'customerName'],
    label: ({ id, number, customer }) => ({ id, title: number, subtitle: customer.fullName, name: number }),
    matching: (text) => ({ within: { number: { contains: text } } }),
  }),
  kind({
    kind: 'PREORDER',
    list: listPreorders,
    reader: preorderReader,
    exact: 'number',
    select: ['number', 'fullName'],
    label: ({ id, number, fullName }) => ({ id, title: number, subtitle: fullName, name: number }),
  }),
  kind({
    kind: 'BATCH',
    list: listBatches,
    reader: batchReader,
    exact: 'code',
    select: ['code', 'model'],
    label: ({ id, code, model }) => ({ id, title: code, subtitle: model, name: code }),
  }),
  kind({
    kind: 'RELEASE',
    list: listReleases,
    reader: releaseReader,
    exact: 'version',
    select: ['version', 'hardwareRevision'],
    label: ({ id, version, hardwareRevision }) => ({ id, title: version, subtitle: hardwareRevision, name: version }),
  }),
  kind({
    kind: 'ADMIN',
    list: listTeam,
    reader: adminReader,
    exact: 'email',
    select: ['name', 'email'],
    label: ({ id, name, email }) => ({ id, title: name, subtitle: email, name: email }),
  }),
];

/** The reader of the records of a kind. */
export function readerOfKind(kind: SearchKind): Reader {
  const found = searchKinds.find((each) => each.kind === kind);
  if (!found) throw new Error(`Nothing finds records of the kind ${kind}.`);
  return found.reader;
}

/** Its label is made from the views of its reader. */
function kind<T>(spec: SearchKindSpec<T>): SearchKindSpec {
  return spec as unknown as SearchKindSpec;
}
