import fc from 'fast-check';
import { conditionEdges } from '../../src/model/condition-edges.ts';
import { fieldsWith } from '../../src/model/record.ts';
import { filterEdgesOf } from '../../src/persistence/lists/filter-edges.ts';
import type { ListField } from '../../src/persistence/lists/list-values.ts';
import type { RecordList } from '../../src/persistence/lists/record-list.ts';

export const NOW = new Date('2026-11-22T12:00:00.000Z');

/** Two filters of one form with different values. */
export type FilterPair = readonly [object, object];

const texts = fc
  .oneof(
    fc.constantFrom(`'; drop table device; --`, '$1', '$$', '%', '\\', '"', `' or 1=1`, '/*', '{}', "''"),
    fc.string({ unit: 'grapheme' }),
  )
  .map((text) => text.replaceAll('\0', '0').toWellFormed());
const times = fc.date({ min: new Date(0), max: NOW, noInvalidDate: true }).map((date) => date.toISOString());
const VALUES: Readonly<Record<ListField['type'], fc.Arbitrary<unknown>>> = {
  text: texts,
  enum: texts,
  time: times,
  integer: fc.maxSafeInteger(),
  id: fc.uuid(),
  boolean: fc.boolean(),
};
const ages = fc.constantFrom('30m', '24h', '7d', '4w');

const twice = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<readonly [T, T]> => fc.tuple(value, value);

function conditionsOf(field: ListField): fc.Arbitrary<FilterPair> {
  const value = VALUES[field.type];
  const lists = fc.array(value, { maxLength: 4 });
  const named = (operator: string, pair: fc.Arbitrary<readonly [unknown, unknown]>) =>
    pair.map(([a, b]): FilterPair => [{ [operator]: a }, { [operator]: b }]);
  const always = [
    named('eq', twice(value)),
    named('ne', twice(value)),
    named('in', twice(lists)),
    named('notIn', twice(lists)),
    fc.constant<FilterPair>([{ isNull: true }, { isNull: true }]),
  ];
  if (field.type === 'text')
    return fc.oneof(...always, named('contains', twice(texts)), named('startsWith', twice(texts)));
  if (field.type !== 'time' && field.type !== 'integer') return fc.oneof(...always);
  const bounds = ['gt', 'gte', 'lt', 'lte'].map((operator) => named(operator, twice(value)));
  if (field.type === 'integer') return fc.oneof(...always, ...bounds);
  return fc.oneof(...always, ...bounds, named('withinLast', twice(ages)), named('olderThan', twice(ages)));
}

function memberOf(name: string, pairs: fc.Arbitrary<FilterPair>): fc.Arbitrary<FilterPair> {
  return pairs.map(([a, b]) => [{ [name]: a }, { [name]: b }]);
}

function membersOf(fields: Readonly<Record<string, ListField>>): fc.Arbitrary<FilterPair>[] {
  return Object.entries(fields).map(([name, field]) => memberOf(name, conditionsOf(field)));
}

/** Pairs of filters of a list: every field and edge, in `and`, `or` and `not`. */
export function filterNodesOf(list: RecordList, now: Date): fc.Arbitrary<FilterPair> {
  const across = conditionEdges(list.model).flatMap(({ name, to, isMany }) => {
    const target = filterEdgesOf(list, now)[name]?.at(1);
    const fields = fieldsWith(to, 'filter').flatMap((field) => {
      const found = target?.fieldOf(field);
      return found ? [[field, found] as const] : [];
    });
    const inside = membersOf(Object.fromEntries(fields));
    return inside.flatMap((pairs) => {
      if (!isMany) return [memberOf(name, pairs)];
      return ['some', 'none', 'every'].map((quantifier) => memberOf(name, memberOf(quantifier, pairs)));
    });
  });
  const flat = [...membersOf(list.fields), ...across];
  const leaf = flat.length > 0 ? fc.oneof(...flat) : fc.constant<FilterPair>([{}, {}]);
  const joined = (name: 'and' | 'or', pairs: fc.Arbitrary<FilterPair>) =>
    fc
      .array(pairs, { maxLength: 3 })
      .map((each): FilterPair => [{ [name]: each.map(([a]) => a) }, { [name]: each.map(([, b]) => b) }]);
  return fc.oneof(
    leaf,
    joined('and', leaf),
    joined('or', leaf),
    memberOf('not', leaf),
    memberOf('not', joined('or', leaf)),
  );
}
