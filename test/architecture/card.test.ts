import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import { Ajv } from 'ajv';
import DataLoader from 'dataloader';
import { buildSchema, graphql } from 'graphql';
import Koa from 'koa';
import { Field, getMetadataStorage, ReflectMetadataMissingError } from 'type-graphql';
import { Type } from 'typebox';
import { parseInput } from '../../src/domain/kernel/input.ts';
import { closeSchema } from '../../src/graphql/admission/shield.ts';
import { migrations } from '../../src/persistence/migrations.ts';
import { jsonBodyReader } from '../../src/rest/middleware/json-body.ts';
import { HEARTBEAT, signedHeartbeat } from '../heartbeats/signed-heartbeats.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { type MadeDevice, makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { statementsOf, statementTextsOf } from '../support/statements.ts';
import { until } from '../support/until.ts';

/** Each package of the owner's design card is at work: what it does in the service, not that something imports it. */
let app: TestApp;
let admin: Caller;
let devices: readonly MadeDevice[];
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  devices = await Promise.all(['ONE', 'TWO', 'THREE'].map((batchCode) => makeDevice(app, { batchCode })));
});
afterAll(() => app.stop());

/** How often a method of a package is called during the work. */
async function callsOf<Name extends string>(
  of: Record<Name, (...args: never[]) => unknown>,
  name: Name,
  work: () => unknown,
): Promise<number> {
  const original = of[name];
  let count = 0;
  of[name] = function counted(this: unknown, ...args: never[]) {
    count += 1;
    return Reflect.apply(original, this, args);
  };
  try {
    await work();
  } finally {
    of[name] = original;
  }
  return count;
}

describe('GraphQL', () => {
  it('@apollo/server answers a document that comes over HTTP', async () => {
    const answered = await callsOf(ApolloServer.prototype as never, 'executeHTTPGraphQLRequest', async () => {
      const { body } = await admin.gql('{ viewer { role } }');
      expect(body.data).toEqual({ viewer: { role: 'SUPER_ADMIN' } });
    });
    expect(answered).toBe(1);
  });

  it('graphql parses the document, and executes its variables, fragments and directives', async () => {
    const { body } = await admin.gql(
      'query ($first: Int!, $more: Boolean!) { some: batches(first: $first) { nodes { ...Of code @include(if: $more) } } } fragment Of on Batch { __typename }',
      { first: 1, more: false },
    );
    expect(body).toMatchObject({ data: { some: { nodes: [{ __typename: 'Batch' }] } } });
    expect(body.data.some.nodes[0]).not.toHaveProperty('code');
    const broken = await admin.gql('{ viewer {');
    expect(broken.body.errors[0].message).toBe('Syntax Error: Expected Name, found <EOF>.');
  });

  it('type-graphql makes the served types of the classes that it was given', async () => {
    const { body } = await admin.gql(
      '{ __schema { types { name kind } subscriptionType { fields { type { name ofType { name } } } } } }',
    );
    const { types, subscriptionType } = body.data.__schema;
    const declared = new Set(getMetadataStorage().objectTypes.map(({ name }) => name));
    const served = (types as { name: string; kind: string }[]).filter(
      ({ name, kind }) => kind === 'OBJECT' && !/^__|^(?:Query|Mutation|Subscription)$/.test(name),
    );
    expect(served.length).toBeGreaterThan(50);
    const others = served.map(({ name }) => name).filter((name) => !declared.has(name));
    const events = subscriptionType.fields.map(({ type }: Json) => type.name ?? type.ofType.name);
    expect(others.sort()).toEqual(events.sort());
  });

  it('reflect-metadata gives type-graphql the types of members, without which it declares none', () => {
    // Of the packages, which this file does not share.
    const theirs: typeof Reflect = (Field.constructor as FunctionConstructor)('return Reflect')();
    const given = theirs.getMetadata;
    theirs.deleteProperty(theirs, 'getMetadata');
    try {
      expect(() => Field(() => String)(class Undeclared {}.prototype, 'name')).toThrow(ReflectMetadataMissingError);
    } finally {
      theirs.getMetadata = given;
    }
  });

  it('graphql-shield denies a root field that no operation opens, before its resolver runs', async () => {
    let resolved = 0;
    const forgotten = () => {
      resolved += 1;
      return 1;
    };
    const schema = buildSchema('type Query { forgotten: Int } type Mutation { alsoForgotten: Int }');
    for (const type of [schema.getQueryType(), schema.getMutationType()]) {
      for (const field of Object.values(type?.getFields() ?? {})) field.resolve = forgotten;
    }
    const closed = closeSchema(schema);
    for (const source of ['{ forgotten }', 'mutation { alsoForgotten }']) {
      const { data, errors } = await graphql({ schema: closed, source, contextValue: {} });
      expect(Object.values(data ?? {})).toEqual([null]);
      expect(errors?.map(({ message }) => message)).toEqual(['Not Authorised!']);
    }
    expect(resolved).toBe(0);
  });

  it('dataloader reads what no plan covers for all records of an answer together', async () => {
    const ids = devices.map(({ batchId }) => batchId);
    const batchesOf = (count: number) =>
      statementsOf(async () => {
        const { body } = await admin.gql(
          'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Batch { devices(first: 1) { nodes { serial } } } } }',
          { ids: ids.slice(0, count) },
        );
        expect(body.errors).toBeUndefined();
        expect(body.data.nodes).toHaveLength(count);
      });
    await batchesOf(3);
    const loaded = await callsOf(DataLoader.prototype as never, 'load', async () => {
      expect(await batchesOf(3)).toBe(await batchesOf(1));
    });
    expect(loaded).toBeGreaterThanOrEqual(4);
  });
});

describe('the database', () => {
  it('mikro-orm writes what a change has changed, with the revision that it read', async () => {
    const { id } = await makeCustomerRow(app);
    const texts = await statementTextsOf(async () => {
      const { status } = await admin.rest('PATCH', `/v1/admin/customers/${id}`, { fullName: 'Dilnoza Karimova' });
      expect(status).toBe(200);
    });
    const [update = '', ...more] = texts.filter((text) => /^update "customer"/i.test(text));
    expect(more).toEqual([]);
    expect(update).toMatch(/"full_name" = .*"revision" = .* where .*"id" = .*"revision" = /s);
    expect(update).not.toMatch(/"email" =/);
  });

  it('@mikro-orm/postgresql has applied the migrations of the repository, in their order', async () => {
    const applied = await app.sql('select name from migration order by id');
    expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  });
});

describe('REST', () => {
  it('koa serves what is not the frequent request of a device', async () => {
    const contexts = (work: () => Promise<{ readonly status: number }>, status: number) =>
      callsOf(Koa.prototype as never, 'createContext', async () => {
        expect((await work()).status).toBe(status);
      });
    expect(await contexts(() => admin.rest('GET', '/v1/admin/overview'), 200)).toBe(1);
    expect(await contexts(() => app.rest('POST', HEARTBEAT, {}), 401)).toBe(0);
  });

  it('@koa/router finds a route with a parameter, and names the methods of a path', async () => {
    const [device] = devices;
    const path = `/v1/admin/devices/${device?.id}`;
    expect((await admin.rest('GET', path)).body.serial).toBe(device?.serial);
    const { status, headers } = await admin.rest('DELETE', path);
    expect([status, headers.allow]).toEqual([405, 'HEAD, GET']);
  });

  it('koa-body reads a JSON body that comes through Koa, each byte as it was sent', async () => {
    const read = jsonBodyReader(64);
    const server = new Koa()
      .use(async (ctx) => {
        const value = await read(ctx).catch(({ code }) => code);
        ctx.body = { value, text: ctx.request.body };
      })
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const send = async (body: string | Uint8Array<ArrayBuffer>) =>
      (await fetch(urlOf(server), { method: 'PUT', headers: { 'content-type': 'application/json' }, body })).json();
    expect(await send('{"name":"ö"}')).toEqual({ value: { name: 'ö' }, text: '{"name":"Ã¶"}' });
    const every = Uint8Array.from({ length: 64 }, (_, index) => 0xff - index);
    expect(await send(every)).toEqual({
      value: 'INVALID_TEXT_ENCODING',
      text: Buffer.from(every).toString('latin1'),
    });
    expect(await send(new Uint8Array(65))).toEqual({ value: 'PAYLOAD_TOO_LARGE' });
    server.close();
  });

  it('koa-body waits for the body of an admin, and not for that of a device', async () => {
    // It is the one that listens for `aborted`.
    const waits = async (path: string, headers: Readonly<Record<string, string>>) => {
      const arrived = once(app.server, 'request') as Promise<[IncomingMessage]>;
      const type = { 'content-type': 'application/json', 'content-length': '2' };
      const call = request(app.url + path, { method: 'POST', headers: { ...type, ...headers } }).on('error', () => {});
      call.write('{');
      const [req] = await arrived;
      await until(() => req.listenerCount('data') > 0);
      const isWaiting = req.listenerCount('aborted') > 0;
      call.destroy();
      return isWaiting;
    };
    expect(await waits('/v1/admin/inventory/batches', { cookie: admin.cookie })).toBe(true);
    expect(await waits(HEARTBEAT, signedHeartbeat(app.clock.now(), devices[0] as MadeDevice).headers)).toBe(false);
  });
});

it('ajv validates an input by the schema of its operation, and names every wrong field', async () => {
  const compiled = await callsOf(Ajv.prototype as never, 'compile', () => {
    const schema = Type.Object({ count: Type.Integer({ minimum: 1 }) }, { additionalProperties: false });
    expect(parseInput(schema, { count: 2 })).toEqual({ count: 2 });
    expect(() => parseInput(schema, { count: 0 })).toThrow('count');
  });
  expect(compiled).toBe(1);
  const { status, body } = await app.rest('POST', '/v1/admin/auth/login', { email: 1, secret: 'x' });
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  for (const field of ['email', 'password', 'secret']) expect(body.error.message).toContain(field);
});

it('jest runs the tests', () => {
  expect(expect.getState().testPath).toMatch(/card\.test\.ts$/);
  expect(process.env.JEST_WORKER_ID).toMatch(/^\d+$/);
});

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
