import { insertAuditEntry } from '../../persistence/audit/audit-repository.ts';
import type { compileExport } from '../../persistence/list-query.ts';
import type { AdminPrincipal } from '../kernel/access.ts';
import type { CsvExport } from '../kernel/csv.ts';
import type { Context } from '../kernel/operation.ts';

/** Replaces the search text in the audit entry: it may be a name, an address or a phone number. */
const HIDDEN = '***';

interface Export {
  /** The operation, and the name of the file. */
  readonly operation: string;
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly query: ReturnType<typeof compileExport>;
  /** What the caller asked for. */
  readonly input: { readonly search?: string };
}

/** An export of an operation, which writes its audit entry at its end: an export is a read, so `run` writes none. */
export function auditedExport({ call, principal, runtime }: Context<AdminPrincipal>, exported: Export): CsvExport {
  const { fileName, columns, query, input } = exported;
  const filter = input.search === undefined ? input : { ...input, search: HIDDEN };
  return {
    fileName,
    columns,
    read: (signal) => runtime.exports.read(query, signal, principal.adminId),
    finished: (rows, complete) =>
      insertAuditEntry(runtime.em(), {
        at: runtime.clock.now(),
        actorType: 'ADMIN',
        actorId: principal.adminId,
        actorLabel: principal.email,
        action: exported.operation,
        targetKind: null,
        targetId: null,
        changes: null,
        detail: { filter, rows, complete },
        reason: null,
        requestId: call.requestId,
        ip: call.ip,
        transport: call.transport,
      }),
  };
}
