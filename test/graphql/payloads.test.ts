import 'reflect-metadata';
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { rootFields } from '../../src/graphql/schema/root-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { records } from '../../src/model/records/all.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { dataOf } from '../support/graphql-reads.ts';

const schema = buildOpenSchema();
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const payloads = mutations.map(({ name, type }) => [name, getNamedType(type) as GraphQLObjectType] as const);

describe('the payloads of mutations', () => {
  it('the payloads of mutations are types of their own, each named like its mutation', () => {
    expect(payloads.length).toBe(rootFields.filter(({ type }) => type === 'Mutation').length);
    const named = payloads.map(([name]) => `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`);
    expect(payloads.map(([, { name }]) => name)).toEqual(named);
    const elsewhere = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && type.name !== 'Mutation')
      .flatMap((type) => Object.values((type as GraphQLObjectType).getFields()))
      .filter(({ type }) => getNamedType(type).name.endsWith('Payload'));
    expect(elsewhere).toEqual([]);
  });

  it('the payloads of mutations hold a record under its own name, and none of its fields beside it', () => {
    const held = payloads.flatMap(([mutation, payload]) => {
      const members = Object.values(payload.getFields());
      return members.flatMap(({ name, type }) => {
        const model = records.find((each) => each.name === getNamedType(type).name);
        if (!model) return [];
        const beside = members.filter((member) => member.name in model.fields).map((member) => member.name);
        return [{ mutation, name, type: String(type), model: model.name, beside }];
      });
    });
    expect(held.length).toBeGreaterThan(30);
    const wrong = held.filter(
      ({ name, type, model, beside }) =>
        name !== `${model.charAt(0).toLowerCase()}${model.slice(1)}` || type !== `${model}!` || beside.length > 0,
    );
    expect(wrong).toEqual([]);
  });

  it.each(mutations.filter(({ name }) => name.startsWith('delete')).map(({ name }) => [name]))(
    'the payload of %s names the deleted record by its id',
    (name) => {
      const fields = new Map(payloads).get(name)?.getFields() ?? {};
      expect(String(fields.deletedId?.type)).toBe('ID!');
      expect(Object.keys(fields)).not.toEqual(expect.arrayContaining(['id']));
    },
  );
});

describe('a mutation over HTTP', () => {
  let app: RunningApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await sharedTestApp();
    admin = await app.as('SUPER_ADMIN');
  });
  afterAll(() => app.stop());

  it('a mutation over HTTP answers a record with what only its answer shows', async () => {
    const { createAdmin: made } = await dataOf(
      admin,
      `mutation { createAdmin(input: { name: "Ann Payload", email: "ann.payload@karvon.test", role: SALES }) {
        admin { id name email mustChangePassword availableActions { operation } } temporaryPassword } }`,
    );
    expect(made.admin).toMatchObject({ name: 'Ann Payload', mustChangePassword: true });
    expect(made.admin.availableActions.length).toBeGreaterThan(0);
    await app.login(made.admin.email, made.temporaryPassword);
    const { id } = made.admin;
    const status =
      'mutation ($id: ID!, $status: AdminStatus!) { setAdminStatus(id: $id, input: { status: $status }) { admin { status } temporaryPassword } }';
    expect((await dataOf(admin, status, { id, status: 'DISABLED' })).setAdminStatus).toEqual({
      admin: { status: 'DISABLED' },
      temporaryPassword: null,
    });
    expect((await dataOf(admin, status, { id, status: 'ACTIVE' })).setAdminStatus.temporaryPassword).toMatch(/\S/);
    const end = 'mutation ($id: ID!) { revokeAdminSessions(id: $id) { adminId endedSessions } }';
    expect((await dataOf(admin, end, { id })).revokeAdminSessions).toEqual({ adminId: id, endedSessions: 0 });
  });

  it('a mutation over HTTP needs no input that has defaults for all of its members', async () => {
    const create = 'mutation ($input: CreateBatchInput!) { createBatch(input: $input) { batch { id } } }';
    const input = { code: 'PAYLOAD-1', model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 2 };
    const { id } = (await dataOf(admin, create, { input })).createBatch.batch;
    const { updateBatch: same } = await dataOf(
      admin,
      'mutation ($id: ID!) { updateBatch(id: $id) { batch { revision } } }',
      { id },
    );
    expect(same.batch.revision).toBe(1);
    const provision = `mutation ($id: ID!) { provisionBatch(id: $id) {
      batch { status devices(first: 2) { nodes { serial } } } devices { serial claimCode } } }`;
    const { provisionBatch: made } = await dataOf(admin, provision, { id });
    expect([made.batch.status, made.devices.length]).toEqual(['COMPLETED', 2]);
    const serials = made.devices.map(({ serial }: { serial: string }) => ({ serial }));
    expect(made.batch.devices.nodes).toEqual(serials);
  });

  it('a mutation over HTTP answers the id of a session that it ended, and of a record that it deleted', async () => {
    const own = await app.as('ADMIN');
    const { sessions } = await dataOf(own, '{ sessions { id current } }');
    const { id } = sessions[0];
    expect((await dataOf(own, 'mutation ($id: ID!) { endSession(id: $id) { sessionId } }', { id })).endSession).toEqual(
      {
        sessionId: id,
      },
    );
    const create = 'mutation ($input: CreateBatchInput!) { createBatch(input: $input) { batch { id } } }';
    const input = { code: 'PAYLOAD-2', model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 2 };
    const batch = (await dataOf(admin, create, { input })).createBatch.batch;
    expect(
      (await dataOf(admin, 'mutation ($id: ID!) { deleteBatch(id: $id) { deletedId } }', batch)).deleteBatch,
    ).toEqual({
      deletedId: batch.id,
    });
  });
});
