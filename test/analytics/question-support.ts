import { constantName } from '../../src/model/enums.ts';
import type { QuestionSet } from '../../src/persistence/analytics/question-set.ts';
import { cleanTestApp, type RunningApp, type TestApp } from '../support/app.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { contractRoles, rolesThatMay } from '../support/graphql-reads.ts';

/** Three in the afternoon of Saturday, 21 November, in Tashkent. */
export const NOW = new Date('2026-11-21T10:00:00Z');
const ANSWER = `dataSet columns { key label kind type unit } totals previousTotals rowCount truncated timezone currency from to
  previousFrom previousTo asOf sql sqlParameters
  rows { bucketStart bucketLabel rest dimensions labels metrics previous change cumulative }`;

/** A question as clients send it. */
export type Question = Readonly<Record<string, unknown>>;

/** The service at NOW. */
export function startAnalytics(): Promise<TestApp> {
  return cleanTestApp(NOW);
}

/** How the questions of a data set are asked. */
export interface Asking {
  readonly set: QuestionSet;
  readonly field: string;
}

/** The reply to a question. */
export function send(who: Pick<Caller, 'gql'>, { set, field }: Asking, question: Question): Promise<Reply> {
  return who.gql(`query Ask($question: ${set.prefix}Question!) { ${field}(query: $question) { ${ANSWER} } }`, {
    question,
  });
}

/** The answer to a question. @throws Error when it is refused */
export async function askOf(who: Caller, asking: Asking, question: Question): Promise<Json> {
  const { body } = await send(who, asking, question);
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data[asking.field];
}

/** The rows of an answer in short: the bucket, the dimensions and the metrics, as far as there are any. */
export function shortOf({ rows }: Json): Json[] {
  return rows.map(({ bucketLabel, dimensions, metrics }: Json) => [
    ...(bucketLabel === null ? [] : [bucketLabel]),
    ...dimensions,
    ...metrics,
  ]);
}

/** The status, code and first field of a refusal. */
export async function refusalOf(who: Pick<Caller, 'gql'>, asking: Asking, question: Question): Promise<Json[]> {
  const { status, body } = await send(who, asking, question);
  const { code, status: own = status, fields } = body.errors?.[0]?.extensions ?? {};
  return [own, code, fields?.[0]?.path];
}

/** What a data set's operation has in common with the others. */
export interface Rules extends Asking {
  /** The operation of the specification, or the roles, that may see the records. */
  readonly list: string | readonly string[];
  /** The operation that guards the dimensions whose names begin so. */
  readonly guards: Readonly<Record<string, string>>;
  /** A filter across each guarded edge, by the operation. */
  readonly across: Readonly<Record<string, Question>>;
}

/** The rules that all questions follow. @param appOf the service, once it runs */
export function itFollowsTheRules(appOf: () => RunningApp, rules: Rules): void {
  const { set, field, list, guards, across } = rules;
  const first = constantName(Object.keys(set.metrics)[0] ?? '');
  const rolesOf = (operation: string) => [...contractRoles(operation)];
  const listRoles: readonly string[] = typeof list === 'string' ? rolesOf(list) : list;
  const both = (operation?: string) =>
    ROLES.filter((role) => listRoles.includes(role) && (!operation || rolesOf(operation).includes(role)));
  const guardOf = (name: string) => guards[Object.keys(guards).find((prefix) => name.startsWith(prefix)) ?? ''];

  it('a question is refused without a session, and to the roles that may not see the records', async () => {
    expect(await refusalOf(appOf(), rules, { metrics: [first] })).toEqual([401, 'ADMIN_AUTH_REQUIRED', undefined]);
    const query = `{ ${field}(query: { metrics: [${first}], limit: 1 }) { totals } }`;
    expect(await rolesThatMay(appOf(), query)).toEqual(both());
  });

  it('a question may group and order by what an edge leads to only in the roles that may follow the edge', async () => {
    const names = Object.keys(set.dimensions);
    const expected = Object.fromEntries(names.map((name) => [name, both(guardOf(name))]));
    for (const use of ['dimensions: [NAME]', 'orderBy: [{ dimension: NAME }]']) {
      const allowed: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
      for (const role of ROLES) {
        const who = await appOf().as(role);
        const fields = names.map(
          (name) =>
            `${name}: ${field}(query: { metrics: [${first}], limit: 1, ${use.replace('NAME', name)} }) { rowCount }`,
        );
        // A query of a dozen questions is near to what one may cost.
        for (let at = 0; at < fields.length; at += 12) {
          const { body } = await who.gql(`{ ${fields.slice(at, at + 12).join(' ')} }`);
          const refused = new Set(
            body.errors
              ?.filter(({ extensions }: Json) => extensions.code === 'ROLE_FORBIDDEN')
              .map(({ path }: Json) => path[0]),
          );
          for (const name of names.slice(at, at + 12)) if (!refused.has(name)) allowed[name]?.push(role);
        }
      }
      expect(allowed).toEqual(expected);
    }
  });

  it('a question may filter across an edge only in the roles that may follow the edge', async () => {
    for (const [operation, filter] of Object.entries(across)) {
      const may: string[] = [];
      for (const role of ROLES) {
        const who = await appOf().as(role);
        const [status, code] = await refusalOf(who, rules, { metrics: [first], filter: { or: [{ not: filter }] } });
        if (status === 200) may.push(role);
        else expect([status, code]).toEqual([403, 'ROLE_FORBIDDEN']);
      }
      expect([operation, may]).toEqual([operation, both(operation)]);
    }
  });

  it('a question shows the statement and its parameters to SUPER_ADMIN and ADMIN alone', async () => {
    for (const role of ROLES.filter((role) => listRoles.includes(role))) {
      const { sql, sqlParameters } = await askOf(await appOf().as(role), rules, { metrics: [first] });
      const reads = role === 'SUPER_ADMIN' || role === 'ADMIN';
      expect([role, sql?.startsWith('with part as'), sqlParameters === null]).toEqual([
        role,
        reads ? true : undefined,
        !reads,
      ]);
    }
  });

  it('a question is refused where it asks for what there is not, naming the member', async () => {
    const who = await appOf().as('ADMIN');
    const days = { from: '2026-11-01', to: '2026-11-03' };
    const wrong: readonly (readonly [string, string, Question])[] = [
      ['VALIDATION_FAILED', 'query.metrics', { metrics: [] }],
      ['VALIDATION_FAILED', 'query.metrics', { metrics: [first, first] }],
      ['VALIDATION_FAILED', 'query.limit', { limit: 0 }],
      ['VALIDATION_FAILED', 'query.limit', { limit: 5_001 }],
      ['VALIDATION_FAILED', 'query.timezone', { timezone: 'Mars/Olympus' }],
      ['VALIDATION_FAILED', 'query.timezone', { timezone: '+05:00' }],
      ['VALIDATION_FAILED', 'query.timezone', { timezone: `UTC'; drop table sale; --` }],
      ['VALIDATION_FAILED', 'query.timezone', { timezone: '' }],
      ['VALIDATION_FAILED', 'query.currency', { currency: 'U$D' }],
      ['VALIDATION_FAILED', 'query.currency', { currency: `'; drop table sale; --` }],
      ['VALIDATION_FAILED', 'query.grain', { grain: 'DAY' }],
      ['VALIDATION_FAILED', 'query.grain', { grain: 'HOUR', range: { from: '2020-01-01', to: '2026-01-01' } }],
      ['VALIDATION_FAILED', 'query.compareTo', { compareTo: 'PREVIOUS_YEAR' }],
      ['VALIDATION_FAILED', 'query.cumulative', { cumulative: [first] }],
      ['VALIDATION_FAILED', 'query.top', { top: { count: 3 } }],
      ['VALIDATION_FAILED', 'query.top.count', { top: { count: 0 } }],
      ['VALIDATION_FAILED', 'query.top.count', { top: { count: 1_001 } }],
      ['VALIDATION_FAILED', 'query.orderBy[0]', { orderBy: [{}] }],
      ['VALIDATION_FAILED', 'query.orderBy[0]', { orderBy: [{ metric: first, time: true }] }],
      ['VALIDATION_FAILED', 'query.orderBy', { orderBy: [{ time: true }] }],
      ['VALIDATION_FAILED', 'query.orderBy', { orderBy: [{ dimension: Object.keys(set.dimensions)[0] }] }],
      ['VALIDATION_FAILED', 'query.range.from', { range: { from: 'yesterday', to: '2026-11-01' } }],
      ['VALIDATION_FAILED', 'query.range.to', { range: { from: '2026-11-01', to: '2026-02-30' } }],
      ['INVALID_RANGE', '', { range: {} }],
      ['INVALID_RANGE', '', { range: { from: '2026-11-01' } }],
      ['INVALID_RANGE', '', { range: { ...days, preset: 'TODAY' } }],
      ['INVALID_RANGE', '', { range: { from: '2026-11-04', to: '2026-11-03' } }],
      ['INVALID_RANGE', '', { range: { from: '1999-01-01', to: '2026-11-03' } }],
    ];
    for (const [code, member, question] of wrong) {
      const refusal = await refusalOf(who, rules, { metrics: [first], ...question });
      expect([question, ...refusal]).toEqual([question, 400, code, member || undefined]);
    }
    // What the schema itself refuses.
    for (const question of [
      { metrics: ['NOTHING'] },
      { dimensions: ['__proto__'] },
      { grain: 'MINUTE' },
      { fill: 'ONE' },
      { compareTo: 'NEVER' },
      { time: 'THEN' },
      { limit: 1.5 },
      { secrets: true },
    ]) {
      const { body } = await send(who, rules, { metrics: [first], ...question });
      expect([question, body.errors?.[0]?.extensions.status]).toEqual([question, 400]);
    }
  });

  it('a question takes null for what is left open, as clients send it for a variable without a value', async () => {
    const who = await appOf().as('ADMIN');
    const members =
      'dimensions grain range time timezone currency filter having orderBy top compareTo cumulative fill limit';
    const { asOf: _asOf, ...plain } = await askOf(who, rules, { metrics: [first] });
    for (const member of members.split(' ')) {
      expect([member, await askOf(who, rules, { metrics: [first], [member]: null })]).toMatchObject([member, plain]);
    }
    expect(await refusalOf(who, rules, { metrics: null })).toEqual([400, 'VALIDATION_FAILED', 'query.metrics']);
  });

  it('a question counts by a filter what the row of a dimension has, also where records have no value', async () => {
    const who = await appOf().as('ADMIN');
    const fields = Object.entries(set.model.fields).filter(
      ([name, { spec }]) =>
        spec.uses.has('filter') &&
        ['text', 'enum', 'boolean'].includes(spec.kind) &&
        constantName(name) in set.dimensions,
    );
    for (const [name, { spec }] of fields) {
      const { rows } = await askOf(who, rules, { metrics: [first], dimensions: [constantName(name)], limit: 4 });
      for (const { dimensions, metrics } of rows) {
        const [value] = dimensions;
        const eq = spec.kind === 'boolean' ? value === 'true' : value;
        const condition = eq === null ? { isNull: true } : { eq };
        const { totals } = await askOf(who, rules, { metrics: [first], filter: { [name]: condition } });
        expect([name, eq, totals]).toEqual([name, eq, metrics]);
      }
    }
  });

  it('a question answers by every metric, dimension and time that there is, and says what each column holds', async () => {
    const who = await appOf().as('ADMIN');
    const names = Object.keys(set.metrics);
    for (let at = 0; at < names.length; at += 12) {
      const metrics = names.slice(at, at + 12).map(constantName);
      const { columns, rows, totals } = await askOf(who, rules, { metrics });
      expect(columns.map(({ key }: Json) => key)).toEqual(metrics);
      expect([rows[0].metrics.length, totals.length]).toEqual([metrics.length, metrics.length]);
    }
    for (const name of Object.keys(set.dimensions)) {
      const { columns, totals } = await askOf(who, rules, { metrics: [first], dimensions: [name] });
      expect(columns[0]).toMatchObject({ key: name, kind: 'DIMENSION', type: set.dimensions[name]?.type });
      expect(totals).toHaveLength(1);
    }
    for (const time of set.times) {
      const { rows } = await askOf(who, rules, {
        metrics: [first],
        time,
        grain: 'MONTH',
        range: { preset: 'LAST_12_MONTHS' },
      });
      expect(rows).toHaveLength(12);
    }
  });
}
