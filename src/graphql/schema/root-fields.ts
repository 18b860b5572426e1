import { catalog } from '../../domain/catalog.ts';
import type { Operation } from '../../domain/kernel/operation.ts';

/** Operations that have no GraphQL field, each with its reason. */
export const REST_ONLY: Readonly<Record<string, string>> = {
  getHealth: 'for load balancers, which speak plain HTTP',
  exportCustomers: 'a file that is streamed',
  uploadLegacyRelease: 'a file that comes with a form',
  inspectPackage: 'a file that comes with a form',
  uploadPackage: 'a file that comes with a form',
  recordHeartbeat: 'devices speak REST',
  getLatestFirmware: 'devices speak REST',
  getCurrentInstallation: 'devices speak REST',
  reportInstallation: 'devices speak REST',
  openDownload: 'a file that is streamed',
  createPairingChallenge: 'companion apps speak REST',
  claimDevice: 'companion apps speak REST',
  getCodeStatus: 'companion apps speak REST',
  refreshPairing: 'companion apps speak REST',
  revokePairing: 'companion apps speak REST',
  getPairedDevice: 'companion apps speak REST',
  getIssuerKeys: 'a JWKS, which is fetched from a URL',
  getPreorderConfig: 'the public site speaks REST',
  createPreorder: 'the public site speaks REST',
  recordPreorderView: 'the public site speaks REST',
  exportPreorders: 'a file that is streamed',
};

/** Operations that GraphQL also offers for many records in one field, for the boards of a dashboard. */
const BULK: ReadonlySet<string> = new Set([
  'setPreorderStatus',
  'assignPreorder',
  'setDeviceStatus',
  'transferDevice',
  'archiveBatch',
  'updateSale',
  'cancelSale',
  'setReleaseLifecycle',
]);

/** Queries whose name does not follow from the operation's. */
const QUERY_NAMES: Readonly<Record<string, string>> = { getMe: 'viewer' };

/** The root field of an operation: a mutation is named like it, a query without its `list` or `get`. */
export function rootFieldOf({ name, effect }: Operation): {
  readonly type: 'Query' | 'Mutation';
  readonly field: string;
} {
  if (effect === 'write') return { type: 'Mutation', field: name };
  const bare = name.replace(/^(?:list|get)/, '');
  return { type: 'Query', field: QUERY_NAMES[name] ?? bare.charAt(0).toLowerCase() + bare.slice(1) };
}

/** The operations that GraphQL offers. */
export const graphqlOperations: readonly Operation[] = catalog.filter(({ name }) => !(name in REST_ONLY));

/** A field of `Query` or `Mutation`. */
export interface RootField {
  readonly type: 'Query' | 'Mutation';
  readonly field: string;
  /** What it calls: its roles, its limit, its errors. */
  readonly operation: Operation;
  /** Whether it calls the operation for each of many records: `bulkSetPreorderStatus`. */
  readonly isBulk: boolean;
}

/** Every root field of the schema. */
export const rootFields: readonly RootField[] = [
  ...graphqlOperations.map((operation) => ({ ...rootFieldOf(operation), operation, isBulk: false })),
  ...graphqlOperations.filter(({ name }) => BULK.has(name)).map(bulkFieldOf),
];

function bulkFieldOf(operation: Operation): RootField {
  const { name } = operation;
  return { type: 'Mutation', field: `bulk${name.charAt(0).toUpperCase()}${name.slice(1)}`, operation, isBulk: true };
}
