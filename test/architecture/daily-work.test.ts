import { readFileSync } from 'node:fs';
import { DEVICE_TRANSITIONS } from '../../src/domain/devices/device-rules.ts';
import { RELEASE_TRANSITIONS } from '../../src/domain/firmware/release-rules.ts';
import { BATCH_TRANSITIONS } from '../../src/domain/inventory/inventory-rules.ts';
import type { Transition } from '../../src/domain/kernel/transitions.ts';
import { PREORDER_TRANSITIONS } from '../../src/domain/preorders/preorder-rules.ts';
import { PAYMENT_TRANSITIONS, SALE_TRANSITIONS } from '../../src/domain/sales/sale-rules.ts';
import { graphqlOperations } from '../../src/graphql/schema/root-fields.ts';
import {
  BATCH_STATUSES,
  DEVICE_STATUSES,
  FIRMWARE_LIFECYCLES,
  INSTALLATION_STATUSES,
  PAYMENT_STATUSES,
  PREORDER_STATUSES,
  SALE_STATUSES,
} from '../../src/model/enums.ts';

const page = readFileSync('docs/staff/daily-work.md', 'utf8');

/** The tables of a section, as rows of cells, without their headings. */
function tablesOf(section: string): string[][][] {
  const [, text = ''] = new RegExp(`^## ${section}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(page) ?? [];
  const tables = text.match(/(?:^\|.*\|\n)+/gm) ?? [];
  return tables.map((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
}

const [saleTable = [], paymentTable = []] = tablesOf('Sales');
const machines: [string, readonly string[], readonly Transition<string>[], string[][]][] = [
  ['devices', DEVICE_STATUSES, DEVICE_TRANSITIONS, tablesOf('Devices').flat()],
  ['batches', BATCH_STATUSES, BATCH_TRANSITIONS, tablesOf('Batches').flat()],
  ['sales', SALE_STATUSES, SALE_TRANSITIONS, saleTable],
  ['payments', PAYMENT_STATUSES, PAYMENT_TRANSITIONS, paymentTable],
  ['preorders', PREORDER_STATUSES, PREORDER_TRANSITIONS, tablesOf('Preorders').flat()],
  ['releases', FIRMWARE_LIFECYCLES, RELEASE_TRANSITIONS, tablesOf('Releases').flat()],
];

describe('the page of the daily work', () => {
  it.each(machines)(
    'the page of the daily work explains every status of %s, with those that can follow',
    (_what, statuses, transitions, rows) => {
      const expected = statuses.map((status) => {
        const next = transitions.filter(({ from, to }) => from === status && to !== status).map(({ to }) => to);
        return [status, [...new Set(next)].sort()];
      });
      const written = rows.map(([status, meaning, , next = '']) => {
        expect([status, meaning]).toEqual([status, expect.stringMatching(/\w{3}/)]);
        return [status, (next.match(/[A-Z_]{3,}/g) ?? []).sort()];
      });
      expect(Object.fromEntries(written)).toEqual(Object.fromEntries(expected));
    },
  );

  it('the page of the daily work explains every status of installations', () => {
    const rows = tablesOf('Installations').flat();
    expect(rows.map(([status]) => status)).toEqual([...INSTALLATION_STATUSES]);
    expect(rows.every((cells) => cells.every((cell) => cell.length > 3))).toBe(true);
  });

  it('the page of the daily work names operations that there are', () => {
    const names = graphqlOperations.map(({ name }) => name);
    const named = [...page.matchAll(/\(`([a-z]\w+)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });
});
