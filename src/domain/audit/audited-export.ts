import { insertAuditEntry } from '../../persistence/audit/audit-repository.ts';
import type { compileExport } from '../../persistence/lists/list-export.ts';
import { BYTE_ORDER_MARK, CSV_TYPE, type CsvRow, csvRecords } from '../formats/csv.ts';
import { HIDDEN } from '../formats/export-format.ts';
import type { FileExport } from '../formats/table.ts';
import { type AdminPrincipal, actingAdmin } from '../kernel/access.ts';
import type { Context } from '../kernel/operation.ts';

interface Export extends Omit<FileExport, 'finished'> {
  /** The action of the audit entry. */
  readonly operation: string;
  /** The parameters of the caller, without personal data. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** An export that writes its audit entry at its end. It is a read, so `run` writes none. */
export function auditedExport(
  { call, principal, runtime }: Context<AdminPrincipal>,
  { operation, detail, ...file }: Export,
): FileExport {
  return {
    ...file,
    finished: (rows, complete) =>
      insertAuditEntry(runtime.em(), {
        at: runtime.clock.now(),
        ...actingAdmin(principal),
        action: operation,
        targetKind: null,
        targetId: null,
        changes: null,
        detail: { ...detail, rows, complete },
        reason: null,
        requestId: call.requestId,
        ip: call.ip,
        transport: call.transport,
      }),
  };
}

interface ContractExport {
  readonly operation: string;
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly query: ReturnType<typeof compileExport>;
  /** What the caller asked for. */
  readonly input: { readonly search?: string };
}

/** An export in the form of the contract: CSV with a byte order mark. */
export function contractExport(context: Context<AdminPrincipal>, exported: ContractExport): FileExport {
  const { operation, fileName, columns, query, input } = exported;
  const { exports } = context.runtime;
  return auditedExport(context, {
    operation,
    fileName,
    contentType: CSV_TYPE,
    head: BYTE_ORDER_MARK + csvRecords([columns]),
    read: (signal) => exports.read(query, signal, context.principal.callerId),
    textOf: (rows) => csvRecords(rows as readonly CsvRow[]),
    detail: { filter: input.search === undefined ? input : { ...input, search: HIDDEN } },
  });
}
