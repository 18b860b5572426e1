import { type TObject, type TSchema, Type } from 'typebox';
import type { FieldKind, RecordModel } from '../model/record.ts';
import { compileListExport, type ListColumn, listColumns } from '../persistence/lists/list-export.ts';
import { auditedExport, listAuditEntries } from './audit/index.ts';
import { exportCustomers, listCustomers } from './customers/index.ts';
import { listClaimCodes, listDeviceEvents, listDevices, listHeartbeats } from './devices/index.ts';
import { listPackageDevices, listReleases } from './firmware/index.ts';
import { type FormatInput, formatFields, formatOf, HIDDEN, hiddenFilter } from './formats/export-format.ts';
import type { Cell, CellType, FileExport, ReadRows, Row } from './formats/table.ts';
import { fileOf } from './formats/table-format.ts';
import { listInstallations } from './installations/index.ts';
import { listBatches } from './inventory/index.ts';
import { type AdminPrincipal, admins } from './kernel/access.ts';
import { fieldProblem, validationFailed } from './kernel/errors.ts';
import { described, fields, integer } from './kernel/input.ts';
import { type Context, type Operation, operation } from './kernel/operation.ts';
import { wrongName } from './kernel/suggestions.ts';
import type { ListOperation, ListRequest } from './list-operation.ts';
import { exportPreorders, listPreorders } from './preorders/index.ts';
import { listRefunds, listSales } from './sales/index.ts';
import { listTeam } from './team/index.ts';

/** The exports of lists. Each is derived from the operation that lists: its roles, its filter, its view. */

/** The parameters of every export, in addition to those of its list. */
interface ExportInput extends FormatInput {
  readonly skip?: number;
  readonly take?: number;
  readonly filter?: unknown;
}

const CELL_TYPES: Readonly<Record<FieldKind, CellType>> = {
  id: 'code',
  enum: 'code',
  text: 'text',
  email: 'text',
  time: 'time',
  integer: 'number',
  bigInteger: 'number',
  money: 'number',
  number: 'number',
  boolean: 'boolean',
  texts: 'json',
  sparseTexts: 'json',
  sparseNumbers: 'json',
  json: 'json',
  part: 'json',
  parts: 'json',
};

/**
 * The exports by their names in paths.
 * An export that the contract has as well is open to the contract's roles alone, and counts as a call of it.
 */
export const listExports: ReadonlyMap<string, Operation<FileExport>> = new Map([
  exportOf('devices', listDevices),
  exportOf('device-events', listDeviceEvents),
  exportOf('heartbeats', listHeartbeats),
  exportOf('claim-codes', listClaimCodes),
  exportOf('batches', listBatches),
  exportOf('customers', listCustomers, exportCustomers),
  exportOf('preorders', listPreorders, exportPreorders),
  exportOf('sales', listSales),
  exportOf('refunds', listRefunds),
  exportOf('releases', listReleases),
  exportOf('package-devices', listPackageDevices),
  exportOf('installations', listInstallations),
  exportOf('team', listTeam),
  exportOf('audit', listAuditEntries),
]);

/** @param guard the operation whose roles may export the list */
function exportOf(
  name: string,
  list: ListOperation,
  guard: Operation<unknown> = list,
): [name: string, exported: Operation<FileExport>] {
  const action = list.name.replace(/^list/, 'export');
  const exported = operation({
    name: action,
    summary: `Exports the whole list, or what matches. ${list.summary}`,
    beyond: { why: 'whoever works with all records of a list needs a file of them, not its pages' },
    access: admins(...(guard.access.kind === 'admin' ? guard.access.roles : [])),
    limit: guard.limit,
    effect: 'read',
    errors: list.errors,
    answers: 'file',
    input: inputOf(list),
    async handle(context, input) {
      return exportRows(context, list, { action, name }, input);
    },
  });
  return [name, exported];
}

/** The parameters of the list, its typed filter and order, a window without a maximum, and the format. */
function inputOf({ input, typedInput = input }: ListOperation): TObject {
  const { filter, sort } = typedInput.properties;
  const { skip: _skip, take: _take, ...own } = input.properties;
  return fields({
    ...own,
    ...(filter ? { filter } : {}),
    ...(sort ? { sort } : {}),
    skip: Type.Optional(described(integer(0), 'How many to leave out at the start.')),
    take: Type.Optional(described(integer(1), 'The maximum number of records; default all.')),
    ...formatFields,
  } as Record<string, TSchema>);
}

function exportRows(
  context: Context<AdminPrincipal>,
  operation: ListOperation,
  { action, name }: { readonly action: string; readonly name: string },
  input: ExportInput,
): FileExport {
  const { runtime, now, principal, settings } = context;
  const { format = 'csv', fields: names, separator, bom, timeZone, decimalSign, ...asked } = input;
  const style = formatOf({ format, separator, bom, timeZone, decimalSign }, settings.businessTimeZone);
  const rows = operation.rows(context, asked as never);
  const all = listColumns(rows.list);
  const columns = names === undefined ? all : chosen(all, names);
  const isStored = operation.list?.asStored === true;
  const read = isStored ? columns : all;
  const query = compileListExport(rows.list, read, { ...rows.query, skip: asked.skip ?? 0, take: asked.take }, now);
  const readRows: ReadRows = (signal) => runtime.exports.read(query, signal, principal.callerId);
  const file = fileOf(
    name,
    columns.map((column) => ({ name: nameOf(column), label: nameOf(column), type: CELL_TYPES[column.kind] })),
    style,
  );
  return auditedExport(context, {
    ...file,
    operation: action,
    read: isStored ? readRows : throughView(readRows, all, columns, rows.view),
    detail: {
      format,
      ...(names === undefined ? {} : { fields: columns.map(nameOf) }),
      filter: withoutPersonalData(asked, rows.list.model),
    },
  });
}

/** @throws DomainError 400 for a name that is no column, or is given twice */
function chosen(columns: readonly ListColumn[], names: string): readonly ListColumn[] {
  const given = names.split(',');
  return given.map((name, at) => {
    const column = columns.find((each) => nameOf(each) === name);
    if (column && given.indexOf(name) === at) return column;
    throw validationFailed([
      column
        ? fieldProblem('fields', 'NAMED_TWICE', { name })
        : fieldProblem('fields', 'NO_COLUMN', { ...wrongName(name, columns.map(nameOf)), values: columns.map(nameOf) }),
    ]);
  });
}

function nameOf({ path }: ListColumn): string {
  return path.join('.');
}

/** Rows of a list whose view differs from its columns: each row as the view shows it. */
function throughView(
  read: ReadRows,
  stored: readonly ListColumn[],
  shown: readonly ListColumn[],
  view: ListRequest<unknown>['view'],
): ReadRows {
  return async function* viewed(signal) {
    for await (const batch of read(signal)) {
      yield batch.map((cells): Row => {
        const row = Object.fromEntries(
          stored.map(({ field, kind }, at) => [field, storedValue(kind, cells[at] ?? null)]),
        );
        const record = view(row as never);
        return shown.map(({ path, kind }) => cellOf(kind, memberOf(record, path)));
      });
    }
  };
}

/** The value that a list reads for a text from PostgreSQL. */
function storedValue(kind: FieldKind, cell: Cell): unknown {
  if (cell === null) return null;
  const type = CELL_TYPES[kind];
  if (type === 'time') return new Date(String(cell));
  if (type === 'json') return JSON.parse(String(cell));
  if (type === 'boolean') return cell === 'true';
  return type === 'number' ? Number(cell) : cell;
}

function cellOf(kind: FieldKind, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (CELL_TYPES[kind] === 'json') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

function memberOf(record: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    record,
  );
}

/** The parameters of the caller, for the audit entry. Entries are immutable, so personal data is masked. */
function withoutPersonalData(asked: object, model: RecordModel): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => {
      if (name === 'search') return [name, HIDDEN];
      return [name, name === 'filter' ? hiddenFilter(value, model) : value];
    }),
  );
}
