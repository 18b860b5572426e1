import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditAction, SearchKind, TargetKind } from '../api/generated/enums.ts';
import type { AuditedRecordFragment } from '../api/generated/operations.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';

/** What a person has to look at. */
const TONES: Readonly<Partial<Record<AuditAction, Tone>>> = {
  accessDenied: 'bad',
  loginFailed: 'bad',
  pairingCredentialReused: 'bad',
  pauseRelease: 'care',
};

export function ActionName({ action }: { readonly action: AuditAction }) {
  const { word } = useText();
  const tone = TONES[action];
  return tone ? <ToneBadge tone={tone}>{word('AuditAction', action)}</ToneBadge> : word('AuditAction', action);
}

/** What is shown of an id. */
const SHORT_ID = 8;

interface Acting {
  readonly actorType: 'ADMIN' | 'DEVICE' | 'INSTALLATION' | 'PUBLIC' | 'SYSTEM';
  readonly actorId: string | null;
  readonly actorLabel: string | null;
  readonly actor?: { readonly name: string } | null;
}

/** Who did it, as a link to them. */
export function Actor({ entry: { actorType, actorId, actorLabel, actor } }: { readonly entry: Acting }) {
  const { word } = useText();
  // An app's own id says nothing to a person.
  if (actorType === 'INSTALLATION' && actorLabel)
    return `${word('ActorType', actorType)} ${actorLabel.slice(0, SHORT_ID)}`;
  const name = actor?.name ?? actorLabel ?? word('ActorType', actorType);
  if (!actorId || (actorType !== 'ADMIN' && actorType !== 'DEVICE')) return name;
  return (
    <RecordLink kind={actorType} id={actorId}>
      {name}
    </RecordLink>
  );
}

const KINDS: Readonly<Partial<Record<TargetKind, SearchKind>>> = {
  Admin: 'ADMIN',
  Batch: 'BATCH',
  Customer: 'CUSTOMER',
  Device: 'DEVICE',
  Preorder: 'PREORDER',
  Release: 'RELEASE',
  Sale: 'SALE',
};

interface Targeted {
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
