import { AuditAdminsDocument } from '../api/generated/audit-audit.ts';
import type { ActorType, AdminRole, TargetKind } from '../api/generated/enums.ts';
import { SearchDocument } from '../api/generated/palette-palette.ts';
import type { FilterDef, Find } from '../list/filters.ts';
import { auditActions } from '../text/audit-actions.ts';
import '../text/audit.ts';
import '../text/staff-enums.ts';

export const ACTOR_TYPES: readonly ActorType[] = ['ADMIN', 'DEVICE', 'INSTALLATION', 'PUBLIC', 'SYSTEM'];
const KINDS: readonly TargetKind[] = [
  'Device',
  'Customer',
  'Sale',
  'Preorder',
  'Batch',
  'ClaimCode',
  'Release',
  'Installation',
  'Pairing',
  'Admin',
  'ServiceAccount',
  'Session',
  'Settings',
  'SavedView',
  'SavedQuestion',
];

/** Roles that see no personal data in the audit log, and cannot filter by it. */
const MASKED: readonly AdminRole[] = ['SUPPORT', 'VIEWER'];

const findAdmins: Find = async (client, typed) => {
  const { data } = await client.query(AuditAdminsDocument, {}).toPromise();
  return (data?.adminOptions ?? []).filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
};

/** Shorter texts find nothing. */
const MIN_LENGTH = 2;

const findRecords: Find = async (client, typed, { word }) => {
  if (typed.length < MIN_LENGTH) return [];
  const { data } = await client.query(SearchDocument, { text: typed }).toPromise();
  return (data?.search ?? []).map(({ id, kind, title, subtitle }) => ({
    id,
    name: title,
    about: [word('SearchKind', kind), subtitle].filter(Boolean).join(' · '),
  }));
};

const FOR_ALL: readonly FilterDef[] = [
  {
    key: 'action',
    label: 'audit.action',
    path: ['action'],
    kind: 'enum',
    name: 'AuditAction',
    values: Object.keys(auditActions),
  },
  { key: 'who', label: 'audit.admin', path: ['actorId'], kind: 'id', find: findAdmins },
  { key: 'record', label: 'audit.record', path: ['targetId'], kind: 'id', find: findRecords },
  { key: 'at', label: 'audit.at', path: ['at'], kind: 'time' },
  { key: 'kind', label: 'audit.targetKind', path: ['targetKind'], kind: 'enum', name: 'TargetKind', values: KINDS },
  { key: 'by', label: 'audit.actorType', path: ['actorType'], kind: 'enum', name: 'ActorType', values: ACTOR_TYPES },
];

/** What the entries can be found by. */
export const filtersFor = (role: AdminRole): readonly FilterDef[] =>
  MASKED.includes(role)
    ? FOR_ALL
    : [...FOR_ALL, { key: 'request', label: 'audit.requestId', path: ['requestId'], kind: 'text' }];
