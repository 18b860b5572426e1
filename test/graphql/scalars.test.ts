import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { records } from '../../src/model/records/all.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { dataOf, errorOf } from '../support/graphql-reads.ts';
import { statementsOf } from '../support/statements.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

let app: RunningApp;
let admin: Caller;
let sale: { readonly id: string };
beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
  sale = await makeSale(app, { unitPrice: 1_900_000_000, soldAt: app.clock.now() });
});
afterAll(() => app.stop());

describe('an amount of money', () => {
  it('an amount of money is Money wherever a record has one, and nothing else is', () => {
    const kinds = records.flatMap((model) => {
      const type = schema.getType(model.name);
      if (!isObjectType(type)) throw new Error(`The schema has no ${model.name}.`);
      return Object.entries(model.fields).flatMap(([name, { spec }]) => {
        const field = type.getFields()[name];
        return field ? [[`${model.name}.${name}`, spec.kind, getNamedType(field.type).name] as const] : [];
      });
    });
    const money = kinds.filter(([, kind]) => kind === 'money').map(([name]) => name);
    expect(money.length).toBeGreaterThan(8);
    expect(kinds.filter(([, , type]) => type === 'Money').map(([name]) => name)).toEqual(money);
  });

  it('an amount of money may be beyond 31 bits in a condition, as a literal and as a variable', async () => {
    const query = `query ($least: Money, $none: Money) {
      one: sales(filter: { total: { gte: $least, lt: 9007199254740991 } }) { nodes { id total } }
      none: sales(filter: { total: { gte: $none } }) { nodes { id } } }`;
    expect(await dataOf(admin, query, { least: 1_900_000_000, none: 5_000_000_000 })).toEqual({
      one: { nodes: [{ id: sale.id, total: 1_900_000_000 }] },
      none: { nodes: [] },
    });
  });

  it.each([
    ['text', '5'],
    ['a fraction', 1.5],
    ['more than JSON carries', 2 ** 53],
    ['a truth value', true],
    ['a list', [1, 2]],
    ['more than the operation takes', 2_000_000_001],
    ['less than the operation takes', -1],
  ])('an amount of money that is %s is refused with 400 and the code of a wrong value', async (_what, unitPrice) => {
    const query =
      'mutation ($id: ID!, $input: UpdateSaleInput!) { updateSale(id: $id, input: $input) { sale { id } } }';
    const refused = await errorOf(admin, query, { id: sale.id, input: { unitPrice } });
    expect(refused.slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each(['"5"', '1.5', '9007199254740992', 'true', 'USD', '{}'])(
    'an amount of money that is written as %s is refused with 400 before anything is read',
    async (literal) => {
      const statements = await statementsOf(async () => {
        const { status, body } = await admin.gql(`{ sales(filter: { total: { eq: ${literal} } }) { nodes { id } } }`);
        expect([status, body.errors[0].message]).toEqual([
          400,
          expect.stringContaining('Money must be a whole number'),
        ]);
      });
      expect(statements).toBeLessThanOrEqual(1);
    },
  );
});

describe('a time', () => {
  const query = `query ($from: DateTime = "2000-01-01", $at: DateTime!) {
    sales(filter: { soldAt: { eq: $at, gte: $from } }) { nodes { id } } }`;

  it('a time is DateTime as an argument, in a condition and in an input, with any offset', async () => {
    const at = app.clock.now();
    const shifted = new Date(at.getTime() + 5 * 3_600_000).toISOString().replace('Z', '+05:00');
    for (const same of [at.toISOString(), shifted]) {
      expect((await dataOf(admin, query, { at: same })).sales.nodes).toEqual([{ id: sale.id }]);
    }
    expect(
      (await dataOf(admin, query, { at: at.toISOString(), from: at.toISOString().slice(0, 10) })).sales.nodes,
    ).toEqual([{ id: sale.id }]);
  });

  it.each([5, true, {}, ['2026-01-01T00:00:00Z', 1], null])('a time of %j is refused with 400', async (at) => {
    expect((await errorOf(admin, query, { at })).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each(['yesterday', '2026-02-30', '2026-01-01T25:00:00Z', ''])(
    'a time of %j is refused by the operation, which names the argument',
    async (text) => {
      expect(await errorOf(admin, query, { at: text })).toEqual([400, 'VALIDATION_FAILED', 'filter.soldAt.eq']);
      const at = app.clock.now().toISOString();
      expect(await errorOf(admin, query, { at, from: text })).toEqual([400, 'VALIDATION_FAILED', 'filter.soldAt.gte']);
    },
  );

  it('a time that is no text in the document is refused with 400', async () => {
    const { status, body } = await admin.gql('{ sales(filter: { soldAt: { gte: 2026 } }) { nodes { id } } }');
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('DateTime must be a text')]);
  });
});
