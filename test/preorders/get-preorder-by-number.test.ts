import { sharedTestApp } from '../support/app.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { errorOf } from '../support/graphql-reads.ts';
import { testsOfLookUp } from '../support/look-up-tests.ts';

describe('getPreorderByNumber: the preorder with a number', () => {
  testsOfLookUp({
    field: 'preorderByNumber',
    by: 'number',
    get: 'getPreorder',
    one: 'preorder',
    notFound: 'PREORDER_NOT_FOUND',
    selection: 'number status fullName customer { fullName } history { nodes { toStatus } }',
    longest: 64,
    make: async (app) => {
      const { id, number } = await makePreorder(app, { number: 'PRE-261121-7K3M9Q' });
      return { id, value: number };
    },
    variants: (number) => ({
      same: [` ${number} `, number.replaceAll('-', '\u2011'), number.replace('R', 'Ｒ')],
      others: [number.toLowerCase(), number.slice(0, -1), '%'],
    }),
  });

  it('the preorder with a number does not find a deleted preorder', async () => {
    const app = await sharedTestApp();
    const { id, number } = await makePreorder(app);
    await app.sql('update preorder set deleted_at = now() where id = $1', [id]);
    const query = `{ preorderByNumber(number: "${number}") { id } }`;
    expect(await errorOf(await app.as('ADMIN'), query)).toEqual([404, 'PREORDER_NOT_FOUND']);
    await app.stop();
  });
});
