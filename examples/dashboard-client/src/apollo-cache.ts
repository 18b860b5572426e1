import { type FieldPolicy, InMemoryCache, type Reference, type TypePolicies } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { staleAfter } from './stale.ts';

/** What chooses a part of a list; everything else chooses the list. */
const WINDOW = ['first', 'after', 'last', 'before'];

/** A list that grows with `fetchMore({ variables: { after: pageInfo.endCursor } })`; screens select its `edges`. */
const paged = relayStylePagination<Reference>((args) =>
  Object.keys(args ?? {})
    .filter((name) => !WINDOW.includes(name))
    .sort(),
);
/** There is one of each, and it has no id. */
const one = { keyFields: [] } as const;
/** A part without an id belongs to its record: what two screens select of it is joined. */
const part = { merge: true } as const;
/** Shown once, by the mutation's own result; never kept. */
const secret: FieldPolicy = { merge: () => null };

const CONNECTIONS = [
  ...['CustomerNote', 'Device', 'DeviceEvent', 'Installation', 'InstallationEvent', 'MaintenanceGrant', 'Pairing'],
  ...['Preorder', 'PreorderEvent', 'Refund', 'ReleaseEvent', 'Sale'],
];

const typePolicies: TypePolicies = {
  Query: {
    fields: {
      auditEntries: paged,
      batches: paged,
      claimCodes: paged,
      customers: paged,
      deviceEvents: paged,
      devices: paged,
      heartbeats: paged,
      installations: paged,
      packageDevices: paged,
      preorders: paged,
      refunds: paged,
      releases: paged,
      sales: paged,
      team: paged,
    },
  },
  Viewer: one,
  Settings: one,
  ReleaseStats: part,
  StoredFile: part,
  // Lists inside a record: a page of its own for each set of arguments.
  ...Object.fromEntries(CONNECTIONS.map((name) => [`${name}Connection`, part])),
  CreateAdminPayload: { fields: { temporaryPassword: secret } },
  ResetAdminPasswordPayload: { fields: { temporaryPassword: secret } },
  SetAdminStatusPayload: { fields: { temporaryPassword: secret } },
  ResetClaimPayload: { fields: { claimCode: secret } },
  MadeDevice: { fields: { claimCode: secret, qr: secret } },
  IssueMaintenanceGrantPayload: { fields: { grant: secret } },
};

export const makeCache = (): InMemoryCache => new InMemoryCache({ typePolicies });

/** Removes what a mutation has made stale, in one broadcast; screens that show it read it again. */
export function evictStale(cache: InMemoryCache, mutation: string): void {
  const stale = staleAfter(mutation);
  for (const id of Object.keys(cache.extract())) {
    const type = id === 'ROOT_QUERY' ? 'Query' : (id.split(':', 1)[0] ?? '');
    for (const fieldName of stale[type] ?? []) cache.evict({ id, fieldName, broadcast: false });
  }
}
