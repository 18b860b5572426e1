import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { catalog } from '../../src/domain/catalog.ts';
import type { AdminRole } from '../../src/model/enums.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Client, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { repetitions } from '../support/repetitions.ts';

/**
 * What a role may not see must not change anything that it is answered: no value, count, order, cursor or text of an error.
 * The documents come from the schema: each filter, sort, facet, search, dimension, number and time of every list and data set.
 * Each is asked twice. Between the two, every hidden column of every table gets other values.
 */

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const BATCH = 10;
/** In every hidden text before and after the change. */
const BEFORE = 'qza';
const AFTER = 'qzb';
const COPIES = 4;
/** Which of the documents is asked, another one for each role: 1 asks all of them. */
const EVERY = repetitions({ quick: 120, heavy: 30, rare: 1 });
/** Edges that filters of lists cross. */
const EDGES = 1;

/** The columns of a table that a role sees nothing of unless it may call the operation, or never when it needs none. */
interface Hidden {
  readonly table: string;
  readonly needs?: string;
  /** Shown by other records too, each with where. */
  readonly shown?: Readonly<Record<string, string>>;
  /** The rows that are hidden; default all. */
  readonly where?: string;
  /** Roles that see these columns masked, although they may call the operation. */
  readonly maskedFor?: readonly AdminRole[];
  readonly columns?: readonly string[];
}

const MASKED_IN_AUDIT = ['actor_label', 'service_account_name', 'changes', 'detail', 'reason', 'request_id', 'ip'];
const PRIVATE = 'not shared and owner_id <> $CALLER';
const HIDDEN: readonly Hidden[] = [
  { table: 'customer', needs: 'getCustomer', shown: {} },
  { table: 'customer_note', needs: 'getCustomer' },
  { table: 'sale', needs: 'getSale' },
  { table: 'refund', needs: 'listRefunds' },
  { table: 'claim_code', needs: 'listClaimCodes' },
  {
    table: 'inventory_batch',
    needs: 'getBatch',
    shown: { code: 'Device.batchCode', model: 'Device.model', status: 'Device.batchStatus' },
  },
  { table: 'preorder', needs: 'getPreorder' },
  { table: 'preorder_event', needs: 'getPreorder' },
  { table: 'service_account', needs: 'listServiceAccounts', where: 'owner_id <> $CALLER' },
  {
    table: 'admin',
    needs: 'listTeam',
    columns: ['email', 'last_login_at', 'created_at', 'updated_at'],
    where: 'id <> $CALLER',
  },
  { table: 'audit_entry', needs: 'listAuditEntries', shown: { target_kind: 'its reader needs a known one' } },
  { table: 'saved_question', columns: ['name', 'description', 'created_at', 'updated_at'], where: PRIVATE },
  { table: 'saved_view', columns: ['name', 'created_at', 'updated_at'], where: PRIVATE },
  {
    table: 'audit_entry',
    maskedFor: ['SUPPORT', 'VIEWER'],
    columns: MASKED_IN_AUDIT,
    where: `transport <> 'SYSTEM' and actor_type = 'ADMIN'`,
  },
];
/** Reports that the contract shows to more roles than the records that they count, each with its table. */
const REPORTS: Readonly<Record<string, readonly string[]>> = {
  overview: ['sale', 'preorder', 'customer', 'refund', 'inventory_batch'],
  salesAnalytics: ['sale', 'refund'],
  operationsAnalytics: ['sale', 'inventory_batch', 'claim_code'],
};

const REQUIRED: Readonly<Record<string, (ids: Everything) => string>> = {
  heartbeats: ({ device }) => `deviceId: "${device}"`,
  packageDevices: () => 'hardwareRevision: "rev-b"',
};
const RECORDS = ['batch', 'customer', 'device', 'preorder', 'release', 'sale'] as const;
const roots: GraphQLField<unknown, unknown>[] = Object.values(schema.getQueryType()?.getFields() ?? {});
const objectOf = (field: GraphQLField<unknown, unknown>) => getNamedType(field.type) as GraphQLObjectType;
const isList = (field: GraphQLField<unknown, unknown>) => getNamedType(field.type).name.endsWith('Connection');
const nodeOf = (type: GraphQLObjectType) =>
  type.name.endsWith('Connection') ? (getNamedType(type.getFields().nodes?.type) as GraphQLObjectType) : type;

/** A part of a document, of one root field: it is asked under an alias. */
interface Asked {
  readonly name: string;
  readonly text: string;
}

/** Every leaf of a record, and those of what its edges lead to. */
function everythingOf(type: GraphQLObjectType, edges = 1): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const target = getNamedType(field.type);
    if (isLeafType(target)) return [field.name];
    if (!isObjectType(target) || edges === 0) return [];
    return isList(field)
      ? [`${field.name}(first: 2) { totalCount nodes { ${everythingOf(nodeOf(target), edges - 1)} } }`]
      : [`${field.name} { ${everythingOf(target, edges - 1)} }`];
  });
  return parts.length > 0 ? parts.join(' ') : '__typename';
}

const VALUES: Readonly<Record<string, readonly string[]>> = {
  String: [`"${BEFORE}"`],
  DateTime: ['"2025-01-01T00:00:00Z"'],
  Money: ['500'],
  SafeInt: ['500'],
  Int: ['500'],
  Float: ['500'],
  Boolean: ['true'],
};

/** Conditions on a field that would give its value away, by the operators of its type. */
function conditionsOn(type: GraphQLInputObjectType): string[] {
  return Object.values(type.getFields()).flatMap((operator) => {
    if (!['eq', 'gte', 'contains', 'startsWith', 'isNull'].includes(operator.name)) return [];
    const named = getNamedType(operator.type);
    const values = isEnumType(named) ? [named.getValues()[0]?.name ?? ''] : (VALUES[named.name] ?? []);
    return values.map((value) => `{ ${operator.name}: ${value} }`);
  });
}

interface Condition {
  readonly path: string;
  readonly filter: string;
}

/** Every condition of a filter, on its own fields and across as many edges. */
function conditionsOf(filter: GraphQLInputObjectType, edges: number): Condition[] {
  return Object.values(filter.getFields()).flatMap(({ name, type }, at) => {
    const member = getNamedType(type);
    if (['and', 'or', 'not'].includes(name) || !isInputObjectType(member)) return [];
    if (member.name.endsWith('Condition'))
      return conditionsOn(member).map((condition) => ({ path: name, filter: `{ ${name}: ${condition} }` }));
    if (edges === 0) return [];
    const { some, atLeast } = member.getFields();
    if (!some || !atLeast)
      return conditionsOf(member, edges - 1).map((each) => ({
        path: `${name}.${each.path}`,
        filter: `{ ${name}: ${each.filter} }`,
      }));
    const inside = conditionsOf(getNamedType(some.type) as GraphQLInputObjectType, edges - 1);
    return inside.map((each, place) => {
      const quantifier = ['some', 'none', 'every', 'atLeast'][(at + place) % 4];
      const value = quantifier === 'atLeast' ? `{ count: 1, of: ${each.filter} }` : each.filter;
      return { path: `${name}.${quantifier}.${each.path}`, filter: `{ ${name}: { ${quantifier}: ${value} } }` };
    });
  });
}

const PAGE = '{ totalCount edges { cursor node { __typename } } pageInfo { startCursor endCursor hasNextPage } }';

function enumOf(type: unknown): string[] {
  const named = getNamedType(type as Parameters<typeof getNamedType>[0]);
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
}

/** All that can be asked of a list. @param within makes the root field of the list's own field */
function askedOfList(
  field: GraphQLField<unknown, unknown>,
  given: string,
  edges: number,
  within: (list: string) => string,
): Asked[] {
  const argument = (name: string) => getNamedType(field.args.find((each) => each.name === name)?.type);
  const ask = (name: string, args: string, selection = PAGE): Asked => ({
    name: `${field.name} ${name}`,
    text: within(`${field.name}(${[given, 'first: 5', args].filter(Boolean).join(', ')}) ${selection}`),
  });
  const filter = argument('filter');
  const sort = argument('sort');
  const filters = isInputObjectType(filter) ? conditionsOf(filter, edges) : [];
  const sorts = isInputObjectType(sort) ? enumOf(sort.getFields().field?.type) : [];
  const facets = enumOf(objectOf(field).getFields().facets?.args[0]?.type);
  return [
    ask('in whole', '', `{ totalCount nodes { ${everythingOf(nodeOf(objectOf(field)))} } }`),
    ...filters.map((each) => ask(`filter ${each.path} ${each.filter}`, `filter: ${each.filter}`)),
    ...sorts.flatMap((by) =>
      ['ASC', 'DESC'].map((direction) =>
        ask(`sort ${by} ${direction}`, `sort: [{ field: ${by}, direction: ${direction} }]`),
      ),
    ),
    ...facets.map((by) => ask(`facet ${by}`, '', `{ facets(fields: [${by}]) { ${facetSelection} } }`)),
    ...(argument('search') ? [ask('search', `search: "${BEFORE}"`), ask('search 2', `search: "${AFTER}"`)] : []),
  ];
}
const facetSelection = everythingOf(schema.getType('Facet') as GraphQLObjectType);

const RANGE = 'range: { from: "2023-01-01", to: "2027-01-01" }';

/** All that can be asked of a data set. */
function askedOfDataSet(field: GraphQLField<unknown, unknown>, edges: number): Asked[] {
  const question = (getNamedType(field.args[0]?.type) as GraphQLInputObjectType).getFields();
  const members = (name: string) => (getNamedType(question[name]?.type) as GraphQLInputObjectType).getFields();
  const ask = (name: string, query: string): Asked => ({
    name: `${field.name} ${name}`,
    text: `${field.name}(query: { ${RANGE}, limit: 50, ${query} }) { rowCount totals rows { bucketLabel dimensions labels metrics } }`,
  });
  const [metric = '', ...others] = enumOf(question.metrics?.type);
  const dimensions = enumOf(question.dimensions?.type);
  const numbers = enumOf(members('where').number?.type);
  const moments = enumOf(members('derived').time?.type).filter((name) => name !== 'NOW');
  const count = `metrics: [${metric}]`;
  const filters = conditionsOf(getNamedType(question.filter?.type) as GraphQLInputObjectType, edges);
  const values = [
    ...numbers.map((name) => [name, `number: ${name}`]),
    ...moments.map((name) => [name, `from: ${name}, to: NOW, unit: DAYS`]),
  ];
  return [
    ...[metric, ...others].map((name) => ask(name, `metrics: [${name}]`)),
    ...dimensions.flatMap((name) => [
      ask(`by ${name}`, `${count}, dimensions: [${name}]`),
      ask(`top ${name}`, `${count}, dimensions: [${name}], top: { count: 2, by: ${metric} }`),
      ask(`distinct ${name}`, `measures: [{ as: "m", distinct: ${name} }]`),
      ask(`where ${name}`, `${count}, where: [{ dimension: ${name}, in: ["${BEFORE}"] }]`),
      ask(
        `measure where ${name}`,
        `measures: [{ as: "m", metric: ${metric}, where: [{ dimension: ${name}, in: [] }] }]`,
      ),
      ask(
        `per ${name}`,
        `per: { by: [${name}], values: [{ as: "v", metric: ${metric} }] }, measures: [{ as: "m", max: { each: "v" } }]`,
      ),
    ]),
    ...enumOf(question.time?.type).map((name) => ask(`time ${name}`, `${count}, time: ${name}, grain: YEAR`)),
    ...values.flatMap(([name, value]) => [
      ask(`bins ${name}`, `${count}, derived: [{ as: "d", value: { ${value} }, width: 10 }]`),
      ask(`median ${name}`, `measures: [{ as: "m", median: { ${value} } }]`),
      ask(`sum ${name}`, `measures: [{ as: "m", sum: { ${value} } }]`),
      ask(`where ${name}`, `${count}, where: [{ ${value}, gte: 500 }]`),
      ask(
        `having ${name}`,
        `measures: [{ as: "m", max: { ${value} } }], having: [{ measure: "m", gte: 500 }], formulas: [{ as: "f", add: [{ measure: "m" }, { value: 1 }] }]`,
      ),
    ]),
    ...moments.flatMap((name) => [
      ask(`month ${name}`, `${count}, derived: [{ as: "d", time: ${name}, part: MONTH }]`),
      ask(`since ${name}`, `${count}, derived: [{ as: "d", time: ${name}, since: CREATED_AT }]`),
    ]),
    ...filters.flatMap((each) => [
      ask(`filter ${each.path} ${each.filter}`, `${count}, filter: ${each.filter}`),
      ask(`measure filter ${each.path}`, `measures: [{ as: "m", metric: ${metric}, filter: ${each.filter} }]`),
    ]),
  ];
}

/** Every root field but those that change something, with all that it takes. @param edges that filters cross */
function everyDocument(ids: Everything, edges: number): Asked[] {
  return roots.flatMap((field): Asked[] => {
    const { name, args } = field;
    const type = objectOf(field);
    const given = REQUIRED[name]?.(ids) ?? '';
    if (args.some((each) => each.name === 'query')) return askedOfDataSet(field, Math.min(edges, 1));
    if (isList(field)) return askedOfList(field, given, edges, (text) => text);
    const whole = (values: string, types: readonly GraphQLObjectType[] = [type]): Asked => ({
      name: `${name} ${values}`,
      text: `${name}${values && `(${values})`} { __typename ${types.map((each) => `... on ${each.name} { ${everythingOf(each)} }`).join(' ')} }`,
    });
    const id = ids[name as keyof Everything];
    if (id) {
      const lists = Object.values(type.getFields()).filter(isList);
      const within = (list: string) => `${name}(id: "${id}") { ${list} }`;
      const hasNodes = lists.filter((list) => objectOf(list).getFields().nodes);
      return [
        whole(`id: "${id}"`),
        ...hasNodes.flatMap((list) =>
          askedOfList(list, '', Math.min(edges, 1), within).map((each) => ({ ...each, name: `${name}.${each.name}` })),
        ),
      ];
    }
    if (name === 'node') {
      const kinds = schema.getPossibleTypes(schema.getType('Node') as never);
      return RECORDS.flatMap((record) =>
        kinds.filter((kind) => kind.name.toLowerCase() === record).map((kind) => whole(`id: "${ids[record]}"`, [kind])),
      );
    }
    if (name === 'search') {
      const hit = `{ id kind title subtitle }`;
      return [BEFORE, AFTER].map((text) => ({ name: `search ${text}`, text: `search(text: "${text}") ${hit}` }));
    }
    if (args.some(isRequiredArgument)) {
      const [argument] = args.filter(isRequiredArgument);
      if (!argument || name === 'nodes') return [];
      return [BEFORE, `${BEFORE}0001`].map((text) => whole(`${argument.name}: "${text}"`));
    }
    return isLeafType(type) ? [] : [whole('')];
  });
}

/** Root fields of an operation that a role may not call answer that alone, so one of each is enough. */
function operationOf(root: string): string {
  const capital = `${root.charAt(0).toUpperCase()}${root.slice(1)}`;
  return catalog.find((each) => [`get${capital}`, `list${capital}`, root].includes(each.name))?.name ?? '';
}
const operations = new Map(roots.map(({ name }) => [name, operationOf(name)]));

function mayCall(role: AdminRole, operation: string): boolean {
  const found = catalog.find(({ name }) => name === operation);
  if (found?.access.kind !== 'admin') throw new Error(`There is no operation ${operation} of admins.`);
  return found.access.roles.includes(role);
}

/** Whether a table's columns are hidden from a role. */
const hides = (role: AdminRole, { needs, maskedFor }: Hidden) =>
  maskedFor ? maskedFor.includes(role) : needs === undefined || !mayCall(role, needs);

/** Gives every hidden column of a table other values, in another order. @returns the columns */
async function change(
  { sql }: TestApp,
  hidden: Hidden,
  callerId: string,
  isAfter: boolean,
): Promise<readonly string[]> {
  const { table, where = 'true', shown = {}, columns: only } = hidden;
  const columns: { name: string; type: string; values: string[] | null; nullable: boolean }[] = await sql(
    `select a.attname as name, a.atttypid::regtype::text as type, not a.attnotnull as nullable,
            (select array_agg(m[1]) from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([A-Za-z_0-9]+)''', 'g') m
              where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]) as values
       from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and not exists (select from pg_constraint c where c.conrelid = a.attrelid and c.contype in ('p', 'f') and a.attnum = any (c.conkey))`,
    [table],
  );
  const place = isAfter ? '(1000 - rn)' : 'rn';
  const made = (type: string, values: string[] | null) => {
    const mark = `'${isAfter ? AFTER : BEFORE}' || lpad(${place}::text, 4, '0')`;
    if (values) return `(array[${values.map((value) => `'${value}'`).join(', ')}])[${isAfter ? values.length : 1}]`;
    if (type === 'text') return mark;
    if (type === 'timestamp with time zone')
      return `timestamptz '${isAfter ? '2025-06-01Z' : '2024-03-01Z'}' + ${place} * interval '1 hour'`;
    if (['integer', 'bigint', 'numeric'].includes(type)) return place;
    if (type === 'boolean') return `${isAfter}`;
    if (type === 'jsonb') return `jsonb_build_object('fullName', jsonb_build_object('from', ${mark}, 'to', ${mark}))`;
    return undefined;
  };
  const changed = columns.flatMap(({ name, type, values, nullable }) => {
    if (name === 'revision' || name in shown || (only && !only.includes(name))) return [];
    const value = made(type, values);
    if (value === undefined) return [];
    const some = isAfter && nullable ? `case when rn % 3 = 0 then null else ${value} end` : value;
    return [{ name, set: `"${name}" = ${some}` }];
  });
  const sets = changed.map(({ set }) => set).join(', ');
  const update = `update "${table}" set ${sets} from (select id as of_id, row_number() over (order by id) as rn from "${table}") numbered
                   where id = of_id and ${where.replace('$CALLER', `'${callerId}'`)}`;
  // Triggers keep what follows from a row. Those of tables that are only added to refuse any change.
  const triggers = `alter table "${table}" ${'{}'} trigger user`;
  await sql(update).catch(() =>
    sql(`begin; ${triggers.replace('{}', 'disable')}; ${update}; ${triggers.replace('{}', 'enable')}; commit`),
  );
  return changed.map(({ name }) => name);
}

/** Rules of hidden tables would refuse some of the values, and are no part of what is asked. */
async function forgetRules({ sql }: TestApp): Promise<void> {
  const tables = [...new Set(HIDDEN.map(({ table }) => table))];
  const rules = await sql(
    `select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'c' and conrelid = any ($1::regclass[])`,
    [tables],
  );
  const kept = rules.filter(
    ({ name }) => !/(status|state|role|kind|type|channel|method|locale|language|purpose)/.test(name),
  );
  for (const { table, name } of kept) await sql(`alter table ${table} drop constraint "${name}"`);
}

/** What is answered, without what differs between two equal calls. */
function shown(body: Json): string {
  const plain = JSON.stringify([body?.data, body?.errors, body?.extensions?.hidden]);
  return plain.replace(/"requestId":"[^"]*"|"remaining":\d+/g, '');
}

/**
 * Asks all of it. Fields that are answered go together; one with an error goes alone, because it hides what is beside it.
 * @returns by name what was answered
 */
async function answersOf(by: Client, all: readonly Asked[]): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  async function ask(some: readonly Asked[]): Promise<void> {
    const { body } = await by.gql(`{ ${some.map(({ text }, at) => `f${at}: ${text}`).join(' ')} }`);
    if (body.errors && some.length > 1) {
      const half = Math.ceil(some.length / 2);
      await ask(some.slice(0, half));
      await ask(some.slice(half));
      return;
    }
    for (const [at, { name }] of some.entries())
      answers.set(name, shown({ ...body, data: body.data?.[`f${at}`] ?? null, extensions: {} }));
  }
  for (let at = 0; at < all.length; at += BATCH) await ask(all.slice(at, at + BATCH));
  return answers;
}

/** The name of what was answered differently, with where the answers part. */
function differenceOf(name: string, before: string, after: string): string[] {
  if (before === after) return [];
  const start = Math.max(0, [...before].findIndex((letter, at) => letter !== after[at]) - 60);
  return [`${name}: ...${before.slice(start, start + 120)}... became ...${after.slice(start, start + 120)}...`];
}

export function describeHiddenValues(): void {
  let app: TestApp;
  let ids: Everything;
  let all: readonly Asked[];

  beforeAll(async () => {
    app = await cleanTestApp();
    const boss = await app.as('SUPER_ADMIN');
    for (let copy = 0; copy < COPIES; copy += 1) ids = await makeEverything(app, boss.admin.id);
    all = everyDocument(ids, EDGES);
    await insertServiceAccount(app, boss.admin.id, 'ADMIN');
    await boss.rest('POST', '/v1/admin/customers', { fullName: 'Somebody', email: 'somebody@karvon.test' });
    for (const name of ['One of mine', 'Another of mine']) {
      const question = { name, question: { sales: { metrics: ['ORDERS'] } } };
      const made = await boss.gql(
        `mutation ($question: CreateSavedQuestionInput!, $view: CreateSavedViewInput!) {
          createSavedQuestion(input: $question) { savedQuestion { id } }
          createSavedView(input: $view) { savedView { id } }
        }`,
        { question, view: { name, view: { sales: { columns: ['number'] } } } },
      );
      expect(made.body.errors).toBeUndefined();
    }
    await forgetRules(app);
    // The refused questions of a walk are entries that the next one would show.
    await app.sql(
      `create function forget_denials() returns trigger language plpgsql as $$ begin return case new.action when 'accessDenied' then null else new end; end $$;
       create trigger forget_denials before insert on audit_entry for each row execute function forget_denials()`,
    );
  });
  afterAll(() => app.stop());

  async function compared(role: AdminRole, hidden: readonly Hidden[], number: number) {
    const owner = await app.as(role);
    const script = await insertServiceAccount(app, owner.admin.id, role);
    const reports = hidden.map(({ table }) => table);
    const refused = new Set<string>();
    const chosen = all.filter(({ name }, at) => {
      const [root = ''] = name.split(/[ .]/);
      if (REPORTS[root]?.some((table) => reports.includes(table))) return false;
      const operation = operations.get(root) ?? '';
      if (operation !== '' && !mayCall(role, operation)) {
        if (refused.has(root)) return false;
        refused.add(root);
        return true;
      }
      return at % EVERY === number % EVERY;
    });
    // Half of it by a session, half by a token.
    const callers = [owner, script] as const;
    const answered = async () => {
      const [one, other] = callers.map((by, half) =>
        answersOf(
          by,
          chosen.filter((_, at) => at % 2 === half),
        ),
      );
      return new Map([...((await one) ?? []), ...((await other) ?? [])]);
    };
    for (const each of hidden) await change(app, each, owner.admin.id, false);
    const before = await answered();
    for (const each of hidden) await change(app, each, owner.admin.id, true);
    const after = await answered();
    expect([before.size, after.size]).toEqual([chosen.length, chosen.length]);
    return chosen.flatMap(({ name }) => differenceOf(name, before.get(name) ?? '', after.get(name) ?? ''));
  }

  it.each(ROLES.filter((role) => HIDDEN.some((hidden) => hides(role, hidden))).map((role, at) => [role, at] as const))(
    'nothing that %s is answered depends on what the role may not see',
    async (role, number) => {
      expect(
        await compared(
          role,
          HIDDEN.filter((hidden) => hides(role, hidden)),
          number,
        ),
      ).toEqual([]);
    },
  );
}
