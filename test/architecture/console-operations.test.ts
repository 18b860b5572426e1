import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { catalog } from '../../src/domain/catalog.ts';
import { fileExports } from '../../src/domain/exports.ts';
import { names } from '../contract/names.ts';
import { contract, contractOperation, type ROLES } from '../support/contract.ts';

/**
 * Every operation of an admin can be done in the console, or this file says why not. An operation is done by a document that the
 * console asks, by a path of REST in its source, or by the export of one of its lists.
 */

const SOURCE = 'console/src';
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(tsx?|graphql)$/.test(name),
);
const textOf = (name: string) => readFileSync(`${SOURCE}/${name}`, 'utf8');

interface Asked {
  readonly field: string;
  /** The folder of the console that asks it. */
  readonly folder: string;
}

const asked: readonly Asked[] = sources
  .filter((name) => name.endsWith('.graphql'))
  .flatMap((name) =>
    parse(textOf(name))
      .definitions.filter((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION)
      .flatMap(({ selectionSet }) => selectionSet.selections)
      .flatMap((one) => (one.kind === Kind.FIELD ? [{ field: one.name.value, folder: name.split('/')[0] ?? '' }] : [])),
  );
const fields = new Set(asked.map(({ field }) => field));
const code = sources.filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.includes('generated')).map(textOf);
const paths = new Set(code.flatMap((text) => [...text.matchAll(/'(\/v1\/[^']+)'/g)].map(([, path = '']) => path)));
const exported = new Set(
  code.flatMap((text) => [...text.matchAll(/exported: '([^']+)'/g)].map(([, list = '']) => list)),
);

/** Operations of the specification that REST alone has, by what the console does for them. */
const BY_REST: Readonly<Record<string, () => boolean>> = {
  uploadLegacyRelease: () => paths.has('/v1/admin/firmware'),
  inspectPackage: () => paths.has('/v1/admin/firmware/packages') && code.some((text) => text.includes('}/inspect`')),
  uploadPackage: () => paths.has('/v1/admin/firmware/packages'),
  exportCustomers: () => exported.has('customers'),
  exportPreorders: () => exported.has('preorders'),
};

const FOUND_BY_SEARCH = 'the palette and the search of the list find it by this value';
const OPENED = 'the console lists saved questions, opens one in its editor and asks it there';
const WITH_ITS_RECORD = 'the console shows these with the record that they belong to';

/** Root fields that no document of the console asks. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  batchByCode: FOUND_BY_SEARCH,
  customerByEmail: FOUND_BY_SEARCH,
  deviceBySerial: FOUND_BY_SEARCH,
  preorderByNumber: FOUND_BY_SEARCH,
  saleByNumber: FOUND_BY_SEARCH,
  deviceEvents: WITH_ITS_RECORD,
  heartbeats: WITH_ITS_RECORD,
  refunds: WITH_ITS_RECORD,
  askSavedQuestion: OPENED,
  savedQuestion: OPENED,
};

/** Exports that no list of the console offers. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  'device-events': WITH_ITS_RECORD,
  heartbeats: WITH_ITS_RECORD,
  refunds: WITH_ITS_RECORD,
  'package-devices': 'whom a release fits is shown before its upload',
};

/** The operation that a role needs to reach what a folder of the console does; folders that are not here are open to everybody. */
const NEEDS: Readonly<Record<string, string>> = {
  audit: 'listAuditEntries',
  'claim-codes': 'listClaimCodes',
  customers: 'listCustomers',
  devices: 'listDevices',
  installations: 'listInstallations',
  inventory: 'listBatches',
  preorders: 'listPreorders',
  releases: 'listReleases',
  sales: 'listSales',
  'service-accounts': 'listServiceAccounts',
  settings: 'getSettings',
  team: 'listTeam',
};

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const rootFields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  .filter((type): type is GraphQLObjectType => type !== undefined && type !== null)
  .flatMap((type) => Object.keys(type.getFields()));

const rolesOf = (operation: string) => {
  const found = catalog.find(({ name }) => name === operation)?.access;
  return found?.kind === 'admin' ? found.roles : undefined;
};

describe('the operations of an admin, in the console', () => {
  it('each of the 66 of the specification is done there', () => {
    const ofAdmins = contract.operations.filter(
      ({ id, auth }) => auth === 'cookie' || id === 'auth.login' || id === 'auth.logout',
    );
    const missing = ofAdmins.flatMap(({ id }) => {
      const named = names[id];
      if (!named) return [id];
      const isDone = named.field ? fields.has(named.field) || named.field in NOT_ASKED : BY_REST[named.operation]?.();
      return isDone ? [] : [id];
    });
    expect(missing).toEqual([]);
    expect(ofAdmins).toHaveLength(66);
  });

  it('each root field of GraphQL is asked, or has a reason why not', () => {
    const missing = rootFields.filter((field) => !fields.has(field) && !(field in NOT_ASKED));
    const todo = 'ask it in a .graphql file of console/src, or give a reason in NOT_ASKED of this file';
    expect(missing.map((field) => `${field}: ${todo}`)).toEqual([]);
    expect(Object.keys(NOT_ASKED).filter((field) => fields.has(field) || !rootFields.includes(field))).toEqual([]);
  });

  it('each list that can be exported has its export there, or a reason why not', () => {
    const lists = [...fileExports.keys()].filter((list) => !list.endsWith('-metrics'));
    expect(lists.filter((list) => !exported.has(list) && !(list in NOT_EXPORTED))).toEqual([]);
    expect(Object.keys(NOT_EXPORTED).filter((list) => exported.has(list))).toEqual([]);
  });

  it('a role that may call a mutation may open a screen that calls it', () => {
    const closed = catalog
      .filter(({ effect, access }) => effect === 'write' && access.kind === 'admin')
      .flatMap(({ name }) => {
        const folders = asked.filter(({ field }) => field === name).map(({ folder }) => folder);
        if (folders.length === 0) return [];
        const may = (folder: string, role: (typeof ROLES)[number]) => {
          const needed = NEEDS[folder];
          return needed === undefined || rolesOf(needed)?.includes(role);
        };
        return (rolesOf(name) ?? [])
          .filter((role) => !folders.some((folder) => may(folder, role)))
          .map((role) => `${role} ${name}`);
      });
    expect(closed).toEqual([]);
    // The specification decides the roles, so the comparison is with it as well.
    expect(contractOperation('devices.provisioningEnvelope').roles).toEqual(rolesOf('issueProvisioningEnvelope'));
  });
});
