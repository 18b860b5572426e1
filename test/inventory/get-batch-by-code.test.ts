import { makeDevice } from '../support/factories/device.ts';
import { testsOfLookUp } from '../support/look-up-tests.ts';

describe('getBatchByCode: the batch with a code', () => {
  testsOfLookUp({
    field: 'batchByCode',
    by: 'code',
    get: 'getBatch',
    one: 'batch',
    notFound: 'BATCH_NOT_FOUND',
    selection: 'code model quantity deviceCount devices { nodes { serial } }',
    longest: 64,
    make: async (app) => {
      const { batchId, batchCode } = await makeDevice(app, { batchCode: 'PLAN-70' });
      return { id: batchId, value: batchCode };
    },
    variants: (code) => ({ same: [` ${code} `], others: [code.toLowerCase(), code.slice(0, -1), '%'] }),
  });
});
