import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviceFilters } from '../devices/filters.ts';
import { type FilterDef, filterOf, parameterOfText, searchOf } from './filters.ts';

const defs: readonly FilterDef[] = [
  {
    key: 'status',
    label: 'device.status',
    path: ['status'],
    kind: 'enum',
    name: 'DeviceStatus',
    values: ['ACTIVE', 'SOLD'],
  },
  { key: 'country', label: 'device.ownerCountry', path: ['owner', 'country'], kind: 'text' },
  { key: 'seen', label: 'device.lastSeenAt', path: ['lastSeenAt'], kind: 'time' },
  { key: 'total', label: 'sale.total', path: ['total'], kind: 'amount' },
  { key: 'online', label: 'device.online', path: ['online'], kind: 'flag', yes: 'device.online', no: 'device.offline' },
];

describe('filters in the address', () => {
  it('one filter is the condition itself, several are joined by and', () => {
    assert.deepEqual(filterOf(defs, { status: 'ACTIVE,SOLD' }), { status: { in: ['ACTIVE', 'SOLD'] } });
    assert.deepEqual(filterOf(defs, { country: 'UZ', online: 'no' }), {
      and: [{ owner: { country: { eq: 'UZ' } } }, { online: { eq: false } }],
    });
  });

  it('an amount has two ends, each of which can be left open', () => {
    const found = ['1000..5000', '1000..', '..5000', '..', '5', '-1..', '1e3..'].map((total) =>
      filterOf(defs, { total }),
    );
    assert.deepEqual(found, [
      { total: { gte: 1000, lte: 5000 } },
      { total: { gte: 1000 } },
      { total: { lte: 5000 } },
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('a text that reads like a condition is a text again behind its sign', () => {
    const texts = ['~uz', '=uz', 'empty', 'uz'];
    const found = texts.map((text) => filterOf(defs, { country: parameterOfText('eq', text) }));
    assert.deepEqual(
      found,
      texts.map((eq) => ({ owner: { country: { eq } } })),
    );
    assert.deepEqual(filterOf(defs, { country: parameterOfText('contains', '~') }), {
      owner: { country: { contains: '~' } },
    });
    assert.deepEqual(filterOf(defs, { country: 'empty' }), { owner: { country: { isNull: true } } });
  });

  it('a value that no filter understands is left out', () => {
    const search = { status: 'NONSENSE', seen: 'last:soon', online: 'maybe', total: 'abc..', country: '~' };
    assert.equal(filterOf(defs, search), undefined);
  });

  it('what a filter says comes back from a saved view', () => {
    const searches: readonly Record<string, string>[] = [
      { status: 'ACTIVE' },
      { country: '~uz', seen: 'before:7d' },
      { country: 'empty', seen: 'during:THIS_MONTH', online: 'yes' },
      { country: '0012' },
      { country: '=~uz' },
      { country: '=empty' },
      { country: '~~' },
      { total: '1000..' },
      { total: '..5000' },
      { seen: '2026-11-21..2026-11-27' },
    ];
    for (const search of searches) assert.deepEqual(searchOf(defs, filterOf(defs, search)), search);
  });

  it('a flag of whether a record has a value, and comes back so from a saved view', () => {
    const stuck: FilterDef = {
      key: 'stuck',
      label: 'today.stuck',
      path: ['stuckSince'],
      kind: 'flag',
      isPresence: true,
      yes: 'today.stuck',
      no: 'device.online',
    };
    assert.deepEqual(filterOf([stuck], { stuck: 'yes' }), { stuckSince: { isNull: false } });
    for (const value of ['yes', 'no']) {
      assert.deepEqual(searchOf([stuck], filterOf([stuck], { stuck: value })), { stuck: value });
    }
  });

  it('a flag about records that it leads to is that some or none of them are such, and comes back so from a saved view', () => {
    const bought: FilterDef = {
      key: 'bought',
      label: 'customer.bought',
      path: ['sales'],
      kind: 'flag',
      yes: 'customer.boughtYes',
      no: 'customer.boughtNo',
      some: { status: { in: ['PAID'] } },
    };
    const none = filterOf([bought], { bought: 'no' });
    assert.deepEqual(none, { sales: { none: { status: { in: ['PAID'] } } } });
    assert.deepEqual(searchOf([bought], none), { bought: 'no' });
    assert.deepEqual(searchOf([bought], filterOf([bought], { bought: 'yes' })), { bought: 'yes' });
    assert.deepEqual(searchOf([bought], { sales: { some: { status: { in: ['REFUNDED'] } } } }), {});
  });

  it('what was never heard is not offline, and a saved view says which of the two it shows', () => {
    const [never, offline] = ['never', 'no'].map((online) => filterOf(deviceFilters, { online }));
    assert.deepEqual(never, { online: { eq: false }, lastSeenAt: { isNull: true } });
    assert.deepEqual(offline, { online: { eq: false }, lastSeenAt: { isNull: false } });
    for (const search of [{ online: 'never' }, { online: 'no', seen: 'last:7d' }, { seen: 'empty' }])
      assert.deepEqual(searchOf(deviceFilters, filterOf(deviceFilters, search)), search);
    // A view from before.
    assert.deepEqual(searchOf(deviceFilters, { online: { eq: false } }), { online: 'no' });
  });
});
