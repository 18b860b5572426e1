import { type Static, type TSchema, Type } from 'typebox';
import { DATA_SETS, type DataSetName, memberName } from '../../model/enums.ts';
import { SavedQuestionRecord } from '../../model/records/saved-question.ts';
import { questionSchema, questionSets } from '../analytics/index.ts';
import { described, fields } from '../kernel/input.ts';
import { schemaOf } from '../kernel/record-input.ts';

const { name, description, shared } = SavedQuestionRecord.fields;

/** A question as JSON, with the names of GraphQL. */
export type GivenQuestion = Readonly<Record<string, unknown>>;

const byDataSet: Record<string, TSchema> = Object.fromEntries(
  questionSets.map(({ set }) => [
    memberName(set.name),
    Type.Optional(described(questionSchema(set), `A question to the data set ${set.name}.`)),
  ]),
);

export const questionInput = Type.Unsafe<Readonly<Record<string, GivenQuestion>>>(
  described(
    fields(byDataSet, { title: 'QuestionInput', about: 'A question, by its data set: exactly one.', isOneOf: true }),
    'The question, by its data set.',
  ),
);

/** The data set of a given question, and what it asks, without what it asks by default: the defaults may change. */
export function givenQuestion(given: Static<typeof questionInput>): readonly [dataSet: DataSetName, GivenQuestion] {
  const found = DATA_SETS.flatMap((dataSet) => {
    const question = given[memberName(dataSet)];
    return question ? [[dataSet, question] as const] : [];
  });
  const [one] = found;
  if (!one) throw new Error('A question without a data set was valid.');
  const [dataSet, question] = one;
  const schema = byDataSet[memberName(dataSet)] as Defaults;
  return [dataSet, withoutDefaults(schema, question) as GivenQuestion];
}

/** What of a schema has defaults: members, and members of those. */
interface Defaults {
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Defaults>>;
}

function withoutDefaults({ properties = {} }: Defaults, members: GivenQuestion): GivenQuestion {
  const left = Object.entries(members).flatMap(([member, value]) => {
    const schema = properties[member];
    if (value === null || (schema?.default !== undefined && schema.default === value)) return [];
    const isOfMembers = schema?.properties && typeof value === 'object' && !Array.isArray(value);
    return [[member, isOfMembers ? withoutDefaults(schema, value as GivenQuestion) : value]];
  });
  return Object.fromEntries(left);
}

/** A stored question as callers give it. */
export function shownQuestion(dataSet: DataSetName, query: GivenQuestion): GivenQuestion {
  return { [memberName(dataSet)]: query };
}

export const nameInput = schemaOf(name);
export const descriptionInput = schemaOf(description);
export const sharedInput = schemaOf(shared);

/** Why these operations are beyond the specification. */
export const BEYOND = { why: 'analysts ask the same questions again and share them', graphqlOnly: true } as const;
