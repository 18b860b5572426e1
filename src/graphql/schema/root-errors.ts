import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLSchema,
  isEnumType,
} from 'graphql';
import type { ErrorCode } from '../../domain/kernel/errors.ts';
import { errorsOf } from '../../domain/kernel/operation-errors.ts';
import { NEXT_STEPS } from '../../model/wording.ts';
import { rootFields } from './root-fields.ts';

export const ERRORS_DIRECTIVE = 'errors';

/**
 * The schema with the directive of the codes, printed in schema.graphql for code generators (the descriptions say the same to readers
 * of the schema), and with the enumeration that only `params` contain.
 */
export function withErrors(schema: GraphQLSchema): GraphQLSchema {
  const { types, directives, ...config } = schema.toConfig();
  const code = schema.getType('ErrorCode');
  if (!isEnumType(code)) throw new Error('The schema has no enum ErrorCode.');
  const codes = new GraphQLDirective({
    name: ERRORS_DIRECTIVE,
    description:
      'The codes that client errors of a root field have in `extensions.code`. Every field can also fail with the codes of internal errors.',
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: {
      codes: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(code))),
        description: 'The codes; those that are special to this field come first.',
      },
    },
  });
  return new GraphQLSchema({ ...config, types: [...types, nextStep()], directives: [...directives, codes] });
}

function nextStep(): GraphQLEnumType {
  const { name, description, values } = NEXT_STEPS;
  const described = Object.entries(values).map(([value, meaning]) => [value, { description: meaning }]);
  return new GraphQLEnumType({ name, description, values: Object.fromEntries(described) });
}

/** The codes of each root field, by `Mutation.refundSale`. */
export const rootErrors: ReadonlyMap<string, readonly ErrorCode[]> = new Map(
  rootFields.map(({ type, field, operation }) => [`${type}.${field}`, errorsOf(operation)]),
);
