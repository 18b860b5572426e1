import { Type } from 'typebox';
import { DomainError } from '../../src/domain/kernel/errors.ts';
import { fields, parseInput } from '../../src/domain/kernel/input.ts';
import {
  enumField,
  filterOf,
  idField,
  integerField,
  sortOf,
  textField,
  timeField,
} from '../../src/domain/kernel/list.ts';
import { DEVICE_STATUSES } from '../../src/model/enums.ts';
import type { FilterNode } from '../../src/persistence/lists/list-filter.ts';
import type { SortKey } from '../../src/persistence/lists/list-order.ts';

const ThingFilter = filterOf('ThingFilter', {
  status: enumField('DeviceStatus', DEVICE_STATUSES),
  createdAt: timeField,
  serial: textField,
  quantity: integerField,
  ownerId: idField,
});
const ListThings = fields({
  filter: Type.Optional(ThingFilter),
  sort: Type.Optional(
    sortOf('ThingSort', [
      { name: 'serial', description: '' },
      { name: 'createdAt', description: '' },
    ]),
  ),
});
/** The same filter in another operation, as a list and its export have it. */
const ExportThings = fields({
  filter: ThingFilter,
  other: Type.Optional(filterOf('OtherFilter', { serial: textField })),
});

// What callers may write is what lists read: the types of both sides agree.
type Read = { filter?: FilterNode; sort?: readonly SortKey[] };
const _agrees: (input: Type.Static<typeof ListThings>) => Read = (input) => input;

function problemsOf(input: unknown, schema = ListThings as Parameters<typeof parseInput>[0]) {
  try {
    parseInput(schema, input);
    return [];
  } catch (error) {
    return error instanceof DomainError ? (error.extras.fields ?? []).map(({ path }) => path) : [error];
  }
}

const nested = (depth: number): object => (depth === 1 ? { status: { eq: 'SOLD' } } : { not: nested(depth - 1) });
const withoutPrototype = (value: object): object => Object.assign(Object.create(null), value);

describe('the input of a list', () => {
  it.each([
    {},
    { filter: {} },
    { filter: { status: { in: [], notIn: [] }, serial: { isNull: false, contains: '%', startsWith: 'K' } } },
    { filter: { or: [{ quantity: { gte: -5, lt: 5 } }, { and: [{ ownerId: { isNull: true } }] }] } },
    { filter: { createdAt: { gte: '2026-11-21', lt: '2026-11-22T00:00:00.000Z', withinLast: '7d' } } },
    {
      filter: {
        createdAt: { gt: '2026-11-21', lte: '2026-11-22', ne: '2026-11-21' },
        quantity: { gt: 1, lte: 2, ne: 3 },
      },
    },
    { filter: nested(5) },
    { filter: withoutPrototype({ status: withoutPrototype({ eq: 'SOLD' }) }) },
    { sort: [{ field: 'serial', direction: 'ASC' }] },
  ])('the input of a list accepts %j', (input) => {
    expect(problemsOf(input)).toEqual([]);
    if ('filter' in input) expect(problemsOf(input, ExportThings)).toEqual([]);
  });

  it.each([
    [{ filter: { status: { eq: 'LOST' } } }, 'filter.status.eq'],
    [{ filter: { not: { not: { status: { in: ['LOST'] } } } } }, 'filter.not.not.status.in[0]'],
    [{ filter: { owner: { eq: 'x' } } }, 'filter.owner'],
    [{ filter: { serial: { gte: 'x' } } }, 'filter.serial.gte'],
    [{ filter: { quantity: { eq: 1.5 } } }, 'filter.quantity.eq'],
    [{ filter: { createdAt: { withinLast: 'P7D' } } }, 'filter.createdAt.withinLast'],
    [{ filter: { createdAt: { lt: '2026-02-30' } } }, 'filter.createdAt.lt'],
    [{ filter: { quantity: { in: Array.from({ length: 201 }, () => 1) } } }, 'filter.quantity.in'],
    [{ filter: { or: Array.from({ length: 51 }, () => ({})) } }, 'filter.or'],
    [{ filter: nested(6) }, 'filter.not.not.not.not.not'],
    [{ sort: [{ field: 'id', direction: 'ASC' }] }, 'sort[0].field'],
    [{ sort: [{ field: 'serial', direction: 'asc' }] }, 'sort[0].direction'],
  ])('the input of a list rejects %j and names the invalid field', (input, field) => {
    expect(problemsOf(input)).toContain(field);
    if ('filter' in input) expect(problemsOf(input, ExportThings)).toContain(field);
  });

  it('the input of a list applies to each filter the rules of its own list', () => {
    expect(problemsOf({ filter: {}, other: { not: { serial: { eq: 'x' } } } }, ExportThings)).toEqual([]);
    expect(problemsOf({ filter: {}, other: { not: { status: { eq: 'SOLD' } } } }, ExportThings)).toEqual([
      'other.not.status',
    ]);
  });

  it('the input of a list rejects a filter of any depth without a stack overflow', () => {
    expect(problemsOf({ filter: nested(8_000) })).toEqual(['filter.not.not.not.not.not']);
  });

  it.each([
    [{ status: null }, undefined],
    [{ status: { eq: null, in: [null] } }, undefined],
    [{ not: { status: null } }, undefined],
    [{ or: [null, { status: { in: [] } }] }, { or: [{ status: { in: [] } }] }],
    [{ and: [{ not: { or: [{ serial: { contains: null } }] } }], serial: { eq: 'a' } }, { serial: { eq: 'a' } }],
    [
      { status: { in: ['SOLD', null] }, quantity: { gte: 1, lt: null } },
      { status: { in: ['SOLD'] }, quantity: { gte: 1 } },
    ],
    [{}, {}],
    [{ or: [] }, { or: [] }],
    [{ not: {} }, { not: {} }],
    [null, undefined],
  ])('the input of a list leaves out of %j what is null, and what is emptied so', (filter, expected) => {
    const parsed = parseInput(ListThings, { filter });
    expect(parsed).toEqual(expected === undefined ? {} : { filter: expected });
    expect('filter' in parsed).toBe(expected !== undefined);
  });
});
