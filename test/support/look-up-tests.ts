import { cleanTestApp, type TestApp } from './app.ts';
import type { Caller } from './callers.ts';
import { contractRoles, dataOf, errorOf, rolesThatMay } from './graphql-reads.ts';
import { insertManyRows } from './many-rows.ts';
import { rowsReadBy, statementsOf } from './statements.ts';

/** A look-up of a record by what people know of it, beside its operation by id. */
interface LookUp {
  /** The root field: `deviceBySerial`. */
  readonly field: string;
  /** Its argument, and the field of the record that has the value. */
  readonly by: string;
  /** The operation by id, whose roles it has, and its root field. */
  readonly get: string;
  readonly one: string;
  readonly notFound: string;
  /** What is the same of both. */
  readonly selection: string;
  /** The longest value that it takes. */
  readonly longest: number;
  /** Makes a record. @returns its id and its value */
  readonly make: (app: TestApp) => Promise<{ readonly id: string; readonly value: string }>;
  /** Values that find it, and values that find nothing. */
  readonly variants: (value: string) => { readonly same: readonly string[]; readonly others: readonly string[] };
}

/** Declares the tests that every look-up passes. */
export function testsOfLookUp(lookUp: LookUp): void {
  const { field, by, get, one, notFound, selection, longest, make, variants } = lookUp;
  const query = `query ($value: String!) { ${field}(${by}: $value) { id ${selection} } }`;
  let app: TestApp;
  let viewer: Caller;
  let made: { readonly id: string; readonly value: string };

  beforeAll(async () => {
    app = await cleanTestApp();
    viewer = await app.as('VIEWER');
    made = await make(app);
  });
  afterAll(() => app.stop());

  it(`the look-up gives what ${one} gives`, async () => {
    const found = (await dataOf(viewer, query, { value: made.value }))[field];
    const byId = await dataOf(viewer, `query ($id: ID!) { ${one}(id: $id) { id ${selection} } }`, { id: made.id });
    expect([found.id, found]).toEqual([made.id, byId[one]]);
  });

  it('the look-up compares the value as the contract compares it', async () => {
    const { same, others } = variants(made.value);
    for (const value of same) expect((await dataOf(viewer, query, { value }))[field].id).toBe(made.id);
    for (const value of others) expect(await errorOf(viewer, query, { value })).toEqual([404, notFound]);
  });

  it(`the look-up is 404 ${notFound} where no record has the value, and 400 for a value that none can have`, async () => {
    const unknown = by === 'email' ? 'nobody@example.com' : 'NOBODY';
    expect(await errorOf(viewer, query, { value: unknown })).toEqual([404, notFound]);
    for (const value of ['', ' ', 'x'.repeat(longest + 1)]) {
      expect(await errorOf(viewer, query, { value })).toEqual([400, 'VALIDATION_FAILED', by]);
    }
    expect((await errorOf(viewer, `{ ${field} { id } }`))[0]).toBe(400);
  });

  it(`the look-up is for the roles that may call ${get}`, async () => {
    const literal = JSON.stringify(made.value);
    expect(await rolesThatMay(app, `{ ${field}(${by}: ${literal}) { id } }`)).toEqual(contractRoles(get));
  });

  it('the look-up takes one statement beside the session, and reads by its index no more than by the id', async () => {
    await insertManyRows(app.sql, 1_000);
    const read = () => dataOf(viewer, `query ($value: String!) { ${field}(${by}: $value) { id } }`, made);
    expect(await statementsOf(read)).toBe(2);
    const readById = () => dataOf(viewer, `query ($id: ID!) { ${one}(id: $id) { id } }`, { id: made.id });
    expect(await rowsReadBy(app.sql, read)).toBeLessThanOrEqual(await rowsReadBy(app.sql, readById));
  });
}
