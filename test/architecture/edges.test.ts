import 'reflect-metadata';
import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { catalog } from '../../src/domain/catalog.ts';
import { edgeGuards } from '../../src/domain/edge-guards.ts';
import { readers } from '../../src/domain/readers.ts';
import { guardedEdges, openEdges } from '../../src/graphql/schema/edges.ts';
import { recordTypes } from '../../src/graphql/schema/record-type.ts';
import { rootFields } from '../../src/graphql/schema/root-fields.ts';
import { buildGraphqlSchema, buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { conditionEdges } from '../../src/model/condition-edges.ts';
import { records } from '../../src/model/records/all.ts';
import { claimCodeListAt } from '../../src/persistence/devices/claim-code-list.ts';
import { heartbeatList } from '../../src/persistence/devices/device-list.ts';
import { filterEdgesOf } from '../../src/persistence/lists/filter-edges.ts';
import { ROLES } from '../support/contract.ts';

const open = buildOpenSchema();
const closed = buildGraphqlSchema();

const now = new Date(0);
const listedRecords = [...[...readers.values()].map(({ list }) => list(now)), claimCodeListAt(now), heartbeatList];

/** Types that are neither pages of a list nor the roots. */
function hasEdges(type: GraphQLObjectType): boolean {
  return !type.name.startsWith('__') && !/^(?:Query|Mutation|PageInfo)$|(?:Connection|Edge)$/.test(type.name);
}

/** A part is no edge: it is made with the record, for whoever sees the record. */
function isPart(type: string, field: string): boolean {
  return recordTypes.get(type)?.model.fields[field]?.spec.of !== undefined;
}

/** What an edge leads to: a stored record, or a page of them. */
function isRecord(type: unknown): boolean {
  return isObjectType(type) && isStored(type.name.replace(/Connection$/, ''));
}

function isStored(type: string): boolean {
  return records.some(({ name }) => name === type);
}

function objectTypes(): GraphQLObjectType[] {
  return Object.values(open.getTypeMap()).filter((type): type is GraphQLObjectType => isObjectType(type));
}

const edges = objectTypes()
  .filter(hasEdges)
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isRecord(getNamedType(field.type)) && !isPart(type.name, field.name))
      .map((field) => [type.name, field.name] as const),
  );

describe('GraphQL edges', () => {
  it('GraphQL edges exist', () => {
    expect(edges.length).toBeGreaterThan(10);
  });

  it.each(edges)('%s.%s is guarded by an operation, or open with a reason, but not both', (type, field) => {
    const guarded = guardedEdges[type]?.[field] !== undefined;
    const reason = openEdges[type]?.[field];
    expect([guarded, reason !== undefined && reason.length > 0]).toEqual([guarded, !guarded]);
  });

  it('GraphQL edges that records declare lead to stored records, so that they need a guard or a reason', () => {
    const targets = records.flatMap((model) => Object.values(model.edges).map(({ spec }) => spec.to));
    expect(targets.filter((target) => !isStored(target))).toEqual([]);
  });

  it('GraphQL edges lead to every record that a shown field names', () => {
    const ids = records.flatMap(({ name, fields, edges }) => {
      const keys = Object.values(edges).flatMap(({ spec }) => (spec.kind === 'one' ? [spec.key] : []));
      return Object.entries(fields)
        .filter(([field, { spec }]) => spec.kind === 'id' && field !== 'id' && !keys.includes(field))
        .filter(([, { spec }]) => !spec.uses.has('internal') && !spec.uses.has('restOnly'))
        .map(([field]) => `${name}.${field}`);
    });
    expect(ids).toEqual([]);
  });

  it('GraphQL edges that need an operation are known to what is kept of questions and views', () => {
    const needed = records.flatMap(({ edges }) => Object.values(edges).flatMap(({ spec }) => spec.needs ?? []));
    expect([...edgeGuards.keys()]).toEqual([...new Set(needed)].sort());
  });

  it('GraphQL edges show a record to no role that may not read it', () => {
    const rolesOf = (names: readonly string[] | undefined): readonly string[] => {
      const readBy = catalog.filter(({ name }) => names?.includes(name));
      return readBy.flatMap(({ access }) => (access?.kind === 'admin' ? access.roles : []));
    };
    const readersOf = (name: string) => rolesOf(records.find((model) => model.name === name)?.fields.id?.spec.readBy);
    const shown = records.flatMap((model) =>
      Object.entries(model.edges).flatMap(([edge, { spec }]) => {
        const target = readersOf(spec.to);
        if (target.length === 0) return [];
        const ofRecord = model.fields.id?.spec.readBy ? readersOf(model.name) : ROLES;
        const followers = ofRecord.filter((role) => !spec.needs || rolesOf([spec.needs]).includes(role));
        const beyond = [...new Set(followers.filter((role) => !target.includes(role)))];
        return beyond.length > 0 ? [`${model.name}.${edge}: ${beyond.join(', ')}`] : [];
      }),
    );
    expect(shown).toEqual([]);
  });

  it('GraphQL edges that the lists name exist', () => {
    const known = new Set(edges.map(([type, field]) => `${type}.${field}`));
    const named = [guardedEdges, openEdges].flatMap((list) =>
      Object.entries(list).flatMap(([type, fields]) => Object.keys(fields).map((field) => `${type}.${field}`)),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('what lists compare', () => {
  it('what lists compare is shown by the record itself, so that nobody learns more by filtering or sorting', () => {
    const hidden = records.flatMap(({ name, fields }) =>
      Object.entries(fields)
        // What has no id has no list.
        .filter(
          ([, { spec }]) =>
            fields.id && spec.uses.has('internal') && (spec.uses.has('filter') || spec.uses.has('sort')),
        )
        .map(([field]) => `${name}.${field}`),
    );
    expect(hidden).toEqual([]);
  });

  /** Arguments of the contract that read another record, with the operation that shows it. */
  const ACROSS = [
    ['listSales', 'getCustomer', '`search` reads the customer'],
    ['listSales', 'getDevice', '`search` reads the device'],
    ['listCustomers', 'listPreorders', '`preorderStatus`, `source` and `assignedAdminId` read preorders'],
    ['exportCustomers', 'listPreorders', 'the same'],
  ] as const;

  it.each(ACROSS)('a comparison of lists of %s is open to those who may call %s: %s', (list, needed) => {
    const rolesOf = (operation: string): readonly string[] => {
      const access = catalog.find(({ name }) => name === operation)?.access;
      return access?.kind === 'admin' ? access.roles : [];
    };
    expect(rolesOf(list).length).toBeGreaterThan(0);
    expect(rolesOf(needed)).toEqual(expect.arrayContaining([...rolesOf(list)]));
  });

  it('a comparison across an edge has a list for every record that it can be of', () => {
    const crossed = records.flatMap((model) => conditionEdges(model).map(({ name }) => `${model.name}.${name}`));
    const compiled = listedRecords.flatMap((list) =>
      Object.entries(filterEdgesOf(list, now)).map(([name, edge]) => {
        // Made when a filter names the edge: this makes it.
        const { fieldOf, edges } = edge.at(1);
        for (const next of Object.values(edges)) next.at(2);
        expect(fieldOf('id')).toBeUndefined();
        return `${list.model.name}.${name}`;
      }),
    );
    expect(crossed.filter((name) => !compiled.includes(name))).toEqual([]);
    expect(crossed.length).toBeGreaterThan(10);
  });
});

describe('the GraphQL shield', () => {
  const resolverOf = (field: GraphQLField<unknown, unknown> | undefined) => String(field?.resolve);
  const isWrapped = (type: string, field: string) => {
    const [before, after] = [open, closed].map((schema) => {
      const found = schema.getType(type);
      return isObjectType(found) ? found.getFields()[field] : undefined;
    });
    return resolverOf(before) !== resolverOf(after);
  };

  it('the GraphQL shield guards every root field', () => {
    const roots = ['Query', 'Mutation'].flatMap((type) => {
      const found = open.getType(type);
      return isObjectType(found) ? Object.keys(found.getFields()).map((field) => [type, field] as const) : [];
    });
    expect(roots.length).toBeGreaterThan(0);
    expect(roots.filter(([type, field]) => !isWrapped(type, field))).toEqual([]);
  });

  it('the GraphQL shield knows the operation of every root field and denies an unknown one', () => {
    const known = new Set(rootFields.map(({ type, field }) => `${type}.${field}`));
    const there = ['Query', 'Mutation'].flatMap((type) => {
      const found = open.getType(type);
      return isObjectType(found) ? Object.keys(found.getFields()).map((field) => `${type}.${field}`) : [];
    });
    expect(there.filter((field) => !known.has(field))).toEqual([]);
  });

  it('the GraphQL shield guards every guarded edge', () => {
    const guarded = Object.entries(guardedEdges).flatMap(([type, fields]) =>
      Object.keys(fields).map((field) => [type, field] as const),
    );
    expect(guarded.filter(([type, field]) => !isWrapped(type, field))).toEqual([]);
  });

  it('the GraphQL shield guards nothing else, because it takes a quarter of the time of a list query', () => {
    const others = objectTypes()
      .filter(hasEdges)
      .flatMap((type) => Object.keys(type.getFields()).map((field) => [type.name, field] as const))
      .filter(([type, field]) => guardedEdges[type]?.[field] === undefined);
    expect(others.filter(([type, field]) => isWrapped(type, field))).toEqual([]);
  });
});
