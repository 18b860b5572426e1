import fc from 'fast-check';
import { searchParts } from '../../src/model/text-forms.ts';
import { auditList } from '../../src/persistence/audit/audit-list.ts';
import { customerList } from '../../src/persistence/customers/customer-list.ts';
import { claimCodeListAt } from '../../src/persistence/devices/claim-code-list.ts';
import { deviceEventList, deviceListAt, heartbeatList } from '../../src/persistence/devices/device-list.ts';
import { packageDeviceList } from '../../src/persistence/firmware/package-devices.ts';
import { releaseList } from '../../src/persistence/firmware/release-list.ts';
import { installationList } from '../../src/persistence/installations/installation-list.ts';
import { batchList } from '../../src/persistence/inventory/batch-list.ts';
import { compileListExport, listColumns } from '../../src/persistence/lists/list-export.ts';
import type { SortKey } from '../../src/persistence/lists/list-order.ts';
import { preorderList } from '../../src/persistence/preorders/preorder-list.ts';
import { refundList, saleList } from '../../src/persistence/sales/sale-list.ts';
import { adminList } from '../../src/persistence/team/admin-list.ts';
import { filterNodesOf, NOW } from './some-filters.ts';

const LISTS = {
  auditList,
  customerList,
  claimCodes: claimCodeListAt(NOW),
  devices: deviceListAt(NOW),
  deviceEventList,
  heartbeatList,
  packageDeviceList,
  releaseList,
  installationList,
  batchList,
  preorderList,
  refundList,
  saleList,
  adminList,
};
const directions = fc.constantFrom<SortKey['direction']>('ASC', 'DESC');

describe.each(Object.entries(LISTS))('an export of %s', (_name, list) => {
  it('an export has a text that no value changes: values are parameters', () => {
    const windows = fc.record({ skip: fc.nat(), take: fc.option(fc.integer({ min: 1 }), { nil: undefined }) });
    const searches = fc.string({ minLength: 1 }).map((text) => text.replaceAll('\0', '0').toWellFormed());
    const names = Object.keys(list.fields);
    const sorts = fc
      .subarray(names, { maxLength: Math.min(names.length, 5) })
      .chain((chosen) => fc.tuple(...chosen.map((field) => directions.map((direction) => ({ field, direction })))));
    const columns = fc.subarray([...listColumns(list)], { minLength: 1 });
    fc.assert(
      fc.property(
        filterNodesOf(list, NOW),
        sorts,
        columns,
        searches,
        searches,
        windows,
        windows,
        (filters, sort, ...rest) => {
          const [chosen, oneSearch, otherSearch, one, other] = rest;
          // A search has a condition for each of its words, of which at most four count.
          fc.pre(searchParts(oneSearch).length === searchParts(otherSearch).length);
          const compile = (filter: object, search: string, window: object) =>
            compileListExport(list, chosen, { filter: filter as never, sort, search, ...window }, NOW);
          const [first, second] = filters;
          const a = compile(first, oneSearch, one);
          const b = compile(second, otherSearch, other);
          expect(b.text).toBe(a.text);
          expect(b.values).toHaveLength(a.values.length);
          const parameters = new Set(a.text.match(/\$\d+/g));
          expect(parameters.size).toBe(a.values.length);
        },
      ),
      { numRuns: 100 },
    );
  });
});
