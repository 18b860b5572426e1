import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { BATCHES, draft } from './support.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

const update = (id: string, input: Json) =>
  admin.gql(
    'mutation ($id: ID!, $input: UpdateBatchInput!) { updateBatch(id: $id, input: $input) { batch { notes source code } } }',
    {
      id,
      input,
    },
  );

it('typed clients can clear optional fields of a batch with null', async () => {
  const batch = await draft(admin, { notes: 'old', source: 'factory' });
  const { body } = await update(batch.id, { notes: null, source: null });
  expect(body.data.updateBatch.batch).toEqual({ notes: null, source: null, code: batch.code });
  const stored = await admin.rest('GET', `${BATCHES}/${batch.id}`);
  expect(stored.body).toMatchObject({ notes: null, source: null });
});

it('required fields of a batch cannot be cleared', async () => {
  const batch = await draft(admin);
  const reply = await update(batch.id, { code: null });
  expect(reply.body.errors[0].extensions.code).toBe('VALIDATION_FAILED');
});

it('a filter of typed clients can include archived batches', async () => {
  const batch = await draft(admin);
  await admin.rest('PATCH', `${BATCHES}/${batch.id}`, { status: 'CANCELLED' });
  await admin.rest('POST', `${BATCHES}/${batch.id}/archive`);
  const list = async (args: string) => {
    const { body } = await admin.gql(`{ batches${args} { nodes { id } } }`);
    return body.data.batches.nodes.map(({ id }: Json) => id);
  };
  expect(await list('')).not.toContain(batch.id);
  expect(await list('(filter: { status: { in: [ARCHIVED, READY] } })')).toEqual([batch.id]);
  expect(await list('(filter: { status: { eq: ARCHIVED } })')).toEqual([batch.id]);
  expect(await list('(filter: { quantity: { gte: 3 } }, sort: [{ field: CODE, direction: ASC }])')).toContain(batch.id);
});
