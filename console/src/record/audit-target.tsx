import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchKind, TargetKind } from '../api/generated/enums.ts';
import type { AuditedRecordFragment } from '../api/generated/operations.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { useMay } from '../session/use-session.ts';

/** What is shown of an id. */
const SHORT_ID = 8;

const KINDS: Readonly<Partial<Record<TargetKind, SearchKind>>> = {
  Admin: 'ADMIN',
  Batch: 'BATCH',
  Customer: 'CUSTOMER',
  Device: 'DEVICE',
  Preorder: 'PREORDER',
  Release: 'RELEASE',
  Sale: 'SALE',
};

/** What an entry of the audit log says of the record that was acted on. */
export interface Targeted {
  readonly targetKind: TargetKind | null;
  readonly targetId: string | null;
  readonly record?: AuditedRecordFragment | null;
}

/** How a record is called. */
export function nameOf(record: AuditedRecordFragment | null | undefined): string | undefined {
  switch (record?.__typename) {
    case 'Admin':
      return record.adminName;
    case 'Batch':
      return record.batchCode;
    case 'ClaimCode':
      return `•••• ${record.lastFour}`;
    case 'Customer':
      return record.fullName;
    case 'Device':
      return record.serial;
    case 'Installation':
      return `${record.serial} · ${record.version}`;
    case 'Preorder':
    case 'Sale':
      return record.number;
    case 'Release':
      return record.version;
    case 'ServiceAccount':
      return record.scriptName;
    default:
      return undefined;
  }
}

/** The record that was acted on: a link to it while there is one, else the start of its id. */
export function Target({ entry: { targetKind, targetId, record } }: { readonly entry: Targeted }): ReactNode {
  const may = useMay();
  const name = nameOf(record);
  if (!targetKind || !targetId) return '–';
  if (!name) return <span className="k-mono">{targetId.slice(0, SHORT_ID)}</span>;
  const kind = KINDS[targetKind];
  if (kind)
    return (
      <RecordLink kind={kind} id={targetId}>
        {name}
      </RecordLink>
    );
  if (targetKind === 'Installation' && may('listInstallations'))
    return (
      <Link to="/installations/$id" params={{ id: targetId }} className="k-link">
        {name}
      </Link>
    );
  if (targetKind === 'ServiceAccount' && may('getServiceAccount'))
    return (
      <Link to="/service-accounts/$id" params={{ id: targetId }} className="k-link">
        {name}
      </Link>
    );
  return name;
}
