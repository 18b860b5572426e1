import fc from 'fast-check';
import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { type Caller, Spent } from './callers.ts';
import { isObject, type Operation } from './document.ts';
import { Draws, documentOf, type RootField, type RootKind, rootFieldsOf, rootGoal } from './graphql-documents.ts';
import type { GraphqlFuzz, TryDocument } from './graphql-fuzz.ts';
import { completed, type KnownInput, knownInput } from './known-inputs.ts';
import { search } from './search.ts';
import type { Input } from './values.ts';
import { withIds } from './written-request.ts';

interface RootFieldFuzz extends GraphqlFuzz {
  readonly tryDocument: TryDocument;
}

type Arguments = Readonly<Record<string, unknown>>;

/** What one root field needs. */
interface Needs {
  readonly known?: KnownInput;
  readonly args: Arguments;
}

/** A field that has not answered with data after so many documents is not reached. */
const MOST_TRIES = 6;
const DRAWS = fc.array(fc.nat(9_999), { minLength: 20, maxLength: 60, size: 'max' });
const HIGHEST = 'SUPER_ADMIN';
/** Of mutations that REST does not have, and of what needs a range: arguments that make them succeed. */
const KNOWN_ARGUMENTS: Readonly<Record<string, Arguments>> = {
  createSavedQuestion: { input: { name: 'Sales', question: { sales: { metrics: ['CUSTOMERS'] } } } },
  createSavedView: { input: { name: 'Sales', view: { sales: { columns: ['number'] } } } },
  heartbeatMetrics: { query: { metrics: ['HEARTBEATS'], range: { preset: 'TODAY' } } },
  setPreferences: { input: { theme: 'DARK' } },
};
/** They sign in and out, and need no session. */
const FOR_EVERYBODY = ['login', 'logout'];

/**
 * Sends each root field in documents of its own until it answers with data, and once by nobody. Mutations come first, because
 * they make what the queries find, except those that delete it.
 */
export async function everyRootField(fuzz: RootFieldFuzz): Promise<void> {
  const { schema, document, callers, values, records, report, seed, only, tryDocument } = fuzz;
  const mutations = rootFieldsOf(schema, 'mutation');
  const deletes = ({ name }: RootField) => name.startsWith('delete');
  for (const field of mutations.filter((each) => !deletes(each))) await tryField('mutation', field);
  for (const field of rootFieldsOf(schema, 'query')) await tryField('query', field);
  for (const field of mutations.filter(deletes)) await tryField('mutation', field);
  for (const field of rootFieldsOf(schema, 'subscription')) await tryField('subscription', field);

  async function tryField(kind: RootKind, field: RootField): Promise<void> {
    const goal = rootGoal(kind, field.name);
    if (!only.test(goal)) return;
    report.aim(goal);
    const twin = kind === 'mutation' ? twinOf(field) : undefined;
    const cases = fc.record({ draws: DRAWS, input: twin ? values.inputOf(twin) : fc.constant(undefined) });
    await search({
      seed,
      runs: MOST_TRIES,
      name: goal,
      cases,
      report,
      onSpent: () => undefined,
      failuresOf: async ({ draws, input }) => {
        if (report.hasReached(goal)) return [];
        const needs = twin && input ? await likeRest(field, twin, input) : await likeRecords(field, draws);
        const by = needs.known?.by ?? callerOf(field, goal);
        const sent = documentOf({ schema, draws: new Draws(draws), records }, kind, [field], needs.args);
        const { answer, failures } = await tryDocument(kind, sent, by);
        callers.noteLimit(by.id, goal, answer);
        return failures.map((failure) => ({ ...failure, operation: goal }));
      },
    });
    if (FOR_EVERYBODY.includes(field.name)) return;
    const byNobody = documentOf({ schema, draws: new Draws([]), records }, kind, [field], {});
    const { failures } = await tryDocument(kind, byNobody, undefined);
    for (const failure of failures) report.fail({ ...failure, operation: goal });
  }

  function callerOf({ name }: RootField, goal: string): Pick<Caller, 'id' | 'headers' | 'address'> {
    if (FOR_EVERYBODY.includes(name)) return { id: 'nobody', headers: {}, address: callers.freshAddress() };
    // Always the same, while the limits allow it: some records are for their owner alone.
    const able = ({ id, role }: Caller) => role === HIGHEST && callers.hasCallsLeft(id, goal);
    const by = callers.admins.find(able);
    if (by) return by;
    throw new Spent(`every ${HIGHEST} has used up the limit of ${goal}`);
  }

  /** The operation of REST that does the same; of a mutation of many records, what it does with each. */
  function twinOf({ name }: RootField): Operation | undefined {
    const single = name.replace(/^bulk(\w)/, (_, letter: string) => letter.toLowerCase());
    return document.operations.find(({ id }) => id === single);
  }

  /** The arguments of a mutation: the path and the body of its twin. */
  async function likeRest({ args }: RootField, twin: Operation, input: Input): Promise<Needs> {
    const known = await knownInput(fuzz, twin, report);
    const { path, body } = completed(withIds(input, records), known);
    const [id] = Object.values(path);
    const given: Arguments = { id, records: [{ id }], input: body };
    const taken = args.filter(({ name }) => given[name] !== undefined);
    return { ...(known ? { known } : {}), args: Object.fromEntries(taken.map(({ name }) => [name, given[name]])) };
  }

  /** The arguments of a query: of a question the first metric, of `deviceBySerial` the serial of a device. */
  async function likeRecords(field: RootField, [pick = 0]: readonly number[]): Promise<Needs> {
    const { name, args } = field;
    const given: Record<string, unknown> = { ...KNOWN_ARGUMENTS[name] };
    for (const { name: argument, type } of args) {
      const named = getNamedType(type);
      const metrics = isInputObjectType(named) ? named.getFields().metrics : undefined;
      const metric = metrics && getNamedType(metrics.type);
      if (isEnumType(metric)) given[argument] = { metrics: [metric.getValues()[0]?.name], ...Object(given[argument]) };
    }
    const [, record, member] = /^(\w+)By([A-Z]\w*)$/.exec(name) ?? [];
    const [key] = args;
    if (record === undefined || member === undefined || key === undefined) return { args: given };
    const query = `query Fuzz($v0: ID!) { f0: ${record}(id: $v0) { __typename ${key.name} } }`;
    const variables = { v0: records.named(record, pick) ?? 'none' };
    const { answer } = await tryDocument('query', { query, variables }, callerOf(field, rootGoal('query', record)));
    const data = isObject(answer.json) && isObject(answer.json.data) ? answer.json.data.f0 : undefined;
    return { args: { ...given, ...(isObject(data) ? { [key.name]: data[key.name] } : {}) } };
  }
}
