import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchKind, TargetKind } from '../api/generated/enums.ts';
import type { AuditedRecordFragment } from '../api/generated/operations.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Code, maskedCode } from '../ui/code.tsx';
import { useTimes } from '../ui/time.tsx';
import '../text/audit.ts';

/** What is shown of an id. */
const SHORT_ID = 8;

/** The kinds of records that have a page. */
export const KINDS: Readonly<Partial<Record<TargetKind, SearchKind>>> = {
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
  readonly detail?: unknown;
  readonly record?: AuditedRecordFragment | null;
}

/** The records whose name is a code. */
const CODED: ReadonlySet<string> = new Set(['Batch', 'ClaimCode', 'Device', 'Preorder', 'Sale']);

/** How a record is called. */
export function nameOf(record: AuditedRecordFragment | null | undefined): string | undefined {
  switch (record?.__typename) {
    case 'Admin':
      return record.adminName;
    case 'Batch':
      return record.batchCode;
    case 'ClaimCode':
      return maskedCode(record.lastFour);
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

const DATE_DIGITS = 12;
const MASK = '***';

/** When a record was made: its id (UUID v7) begins with that. */
function madeAt(id: string): string {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, DATE_DIGITS), 16)).toISOString();
}

/** The name that an entry keeps of what it was about. */
function keptName(detail: unknown): string | undefined {
  const name = typeof detail === 'object' && detail !== null && 'name' in detail ? detail.name : undefined;
  return typeof name === 'string' && name !== MASK ? name : undefined;
}

/** The settings have no names of their own: there is one record of each. */
const isSettings = (id: string | null): id is 'business' | 'system' | 'preorders' =>
  id === 'business' || id === 'system' || id === 'preorders';

interface Props {
  readonly entry: Targeted;
  /** In place of what has no name. */
  readonly none?: string | undefined;
}

/** What says which record it was, where it has no page. An id says something only where the log can be searched by it. */
function Unnamed({ entry: { targetKind, targetId, detail }, none }: Props): ReactNode {
  const { t } = useText();
  const times = useTimes();
  switch (targetKind) {
    case 'Session':
      return targetId ? t('audit.sessionOf', { date: times.date(madeAt(targetId)) }) : none;
    case 'SavedQuestion':
    case 'SavedView':
      return keptName(detail) ?? none;
    case 'Settings':
      return isSettings(targetId) ? t(`audit.settings.${targetId}`) : none;
    case 'Pairing':
      return none;
    default:
      return targetId && <Code>{targetId.slice(0, SHORT_ID)}</Code>;
  }
}

/** The record that was acted on: a link to it while there is one, else what is known of it. */
export function Target({ entry, none = '–' }: Props): ReactNode {
  const { targetKind, targetId, record } = entry;
  const may = useMay();
  const text = nameOf(record);
  const name = text && record && CODED.has(record.__typename) ? <Code>{text}</Code> : text;
  if (!targetKind || !targetId) return none;
  if (!name) return <Unnamed entry={entry} none={none} />;
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
