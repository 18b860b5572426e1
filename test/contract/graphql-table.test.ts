import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { callGraphql, onGraphql, type RootFields, readRootFields } from './calls.ts';
import { exampleOf, PASSWORD } from './examples.ts';
import { startContractApp } from './firmware-examples.ts';
import { names } from './names.ts';

let app: TestApp;
let roots: RootFields;
const callers = new Map<string, Caller>();

beforeAll(async () => {
  app = await startContractApp();
  roots = await readRootFields(app);
  for (const role of ROLES) callers.set(role, await app.as(role));
});
afterAll(() => app.stop());

const cookieOperations = onGraphql.filter(({ auth }) => auth === 'cookie');
const matrix = cookieOperations.flatMap((operation) =>
  ROLES.map((role) => ({ id: operation.id, role, operation, allowed: operation.roles?.includes(role) ?? false })),
);

it('every operation that is not REST-only is one GraphQL root field: a GET is a query, everything else a mutation', () => {
  const expected = (method: (m: string) => boolean) =>
    onGraphql.filter(({ method: m }) => method(m)).map(({ id }) => names[id]?.field);
  expect([...roots.query.keys()].sort()).toEqual(expect.arrayContaining(expected((m) => m === 'GET').sort()));
  expect([...roots.mutation.keys()].sort()).toEqual(expect.arrayContaining(expected((m) => m !== 'GET').sort()));
});

describe('GraphQL without a session', () => {
  it.each(cookieOperations)(
    'GraphQL without a session fails $id with 401 before anything is executed',
    async (operation) => {
      const reply = await callGraphql(app, roots, operation);
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual({
        errors: [
          {
            message: expect.stringMatching(/./),
            extensions: {
              code: 'ADMIN_AUTH_REQUIRED',
              messageId: 'ADMIN_AUTH_REQUIRED_SIGN_IN',
              params: {},
              status: 401,
              requestId: reply.headers['x-request-id'],
            },
          },
        ],
      });
    },
  );

  it('GraphQL without a session does not return the schema', async () => {
    const reply = await app.gql('{ __schema { types { name } } }');
    expect([reply.status, reply.body.data ?? null]).toEqual([401, null]);
  });

  it('GraphQL without a session accepts a login', async () => {
    const login = onGraphql.find(({ id }) => id === 'auth.login');
    if (!login) throw new Error('auth.login is not built');
    const reply = await callGraphql(app, roots, login, await exampleOf(login.id, app));
    expect([reply.status, reply.body.errors ?? []]).toEqual([200, []]);
    expect(reply.headers['set-cookie']).toMatch(/^karvon_admin_session=[A-Za-z0-9_-]{43};/);
  });

  it('GraphQL without a session rejects another field besides a login', async () => {
    const reply = await app.gql(
      'mutation { login(input: { email: "a@b.uz", password: "12345678" }) { __typename } revokeAdminSessions(id: "1") { adminId } }',
    );
    expect(reply.status).toBe(401);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

describe('the roles of GraphQL', () => {
  it.each(matrix.filter(({ allowed }) => allowed))(
    'the roles of GraphQL allow $role to call $id',
    async ({ id, role, operation }) => {
      const by = id === 'auth.changePassword' ? await app.as(role, { password: PASSWORD }) : caller(role);
      const reply = await callGraphql(by, roots, operation, await exampleOf(id, app, by));
      expect([reply.status, reply.body.errors ?? []]).toEqual([200, []]);
      expect(reply.body.data.call0 ?? null).not.toBeNull();
    },
  );

  it.each(matrix.filter(({ allowed }) => !allowed))(
    'the roles of GraphQL forbid $role to call $id with ROLE_FORBIDDEN',
    async ({ id, role, operation }) => {
      const by = caller(role);
      const reply = await callGraphql(by, roots, operation, await exampleOf(id, app, by));
      expect(reply.body.errors).toHaveLength(1);
      expect(reply.body.errors[0].extensions).toMatchObject({
        code: 'ROLE_FORBIDDEN',
        status: 403,
        requestId: reply.headers['x-request-id'],
      });
      expect(reply.body.data?.call0 ?? null).toBeNull();
    },
  );
});

function caller(role: string): Caller {
  const found = callers.get(role);
  if (!found) throw new Error(`no caller with role ${role}`);
  return found;
}
