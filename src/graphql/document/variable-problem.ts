import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { fieldProblem, pathOf } from '../../domain/kernel/errors.ts';
import { membersMeant } from '../../domain/kernel/nearest.ts';
import type { Explained } from './errors.ts';
import {
  fieldsMissing,
  foundInVariables,
  hintOfInputField,
  memberOf,
  missingProblem,
  oneOfProblem,
  problemOfValue,
  unknownProblem,
  valuesListed,
} from './value-problem.ts';

type Path = readonly (string | number)[];

/**
 * The first problem of the variables of an operation, in a message that says what to send instead, without the value where it may be
 * a secret. Ends at the first: a list can have thousands.
 */
export function problemOfVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Explained | undefined {
  for (const { variable, type: typeNode } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode);
    if (!isInputType(type) || !Object.hasOwn(variables, name)) continue;
    const problem = firstProblem(type, name, variables[name]);
    if (problem) return problem;
  }
  return undefined;
}

/** Ends the coercion. */
class Refused extends Error {
  constructor(readonly problem: Explained) {
    super(problem.message);
  }
}

function firstProblem(type: GraphQLInputType, name: string, value: unknown): Explained | undefined {
  if (value === null || value === undefined) return undefined;
  try {
    coerceInputValue(value, type, (path, invalid, { message }) => {
      throw new Refused(explained(type, name, { path, invalid, message }));
    });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.problem;
    throw thrown;
  }
}

interface Problem {
  readonly path: Path;
  readonly invalid: unknown;
  /** Of graphql-js; it may quote the value. */
  readonly message: string;
}

function explained(type: GraphQLInputType, name: string, { path, invalid, message }: Problem): Explained {
  const place = pathOf([name, ...path]);
  const at = path.length > 0 ? ` at "${place}"` : '';
  const expected = typeAt(type, path);
  const named = getNamedType(expected);
  const isNull = invalid === null || invalid === undefined;
  if (isNull) {
    return {
      message: `Variable "$${name}" must not be null${at}: it takes ${String(expected)}.${valuesListed(expected)}`,
      fields: [fieldProblem(place, 'NULL')],
    };
  }
  if (isInputObjectType(named) && isObject(invalid)) {
    const unknown = Object.keys(invalid).find((member) => !(member in named.getFields()));
    if (unknown === undefined) {
      const given = Object.keys(invalid).filter((member) => invalid[member] !== undefined);
      const choice = oneOfProblem(named, given, place);
      if (choice) return { message: `Variable "$${name}"${at} ${choice.said}`, fields: [choice.problem] };
      const [missing] = fieldsMissing(named, given);
      return {
        message: `Variable "$${name}"${at}: ${message}${missing ? valuesListed(missing.type) : ''}`,
        fields: missing ? [missingProblem(`${place}.${missing.name}`, missing.type)] : [fieldProblem(place, 'INVALID')],
      };
    }
    const suggestions = membersMeant(unknown, Object.values(named.getFields()).map(memberOf));
    return {
      message: `Variable "$${name}"${at}: Field "${shortened(unknown)}" is not defined by type "${named.name}".${hintOfInputField(named, unknown, suggestions)}`,
      fields: [unknownProblem(`${place}.${shortened(unknown)}`, suggestions)],
    };
  }
  const last = path.findLast((part) => typeof part === 'string');
  const problem = problemOfValue(expected, foundInVariables(invalid), {
    name: last === undefined ? undefined : String(last),
    notation: 'json',
    path: place,
  });
  if (problem) return { message: `Variable "$${name}"${at} ${problem.said}`, fields: [problem.problem] };
  return {
    message: `Variable "$${name}" has a value of another type${at}. It takes ${named.name}.`,
    fields: [fieldProblem(place, 'WRONG_TYPE', { type: named.name })],
  };
}

/** The type of the value at a path of the variable. */
function typeAt(type: GraphQLInputType, [first, ...rest]: Path): GraphQLInputType {
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (first === undefined) return type;
  if (typeof first === 'number') return typeAt(isListType(nullable) ? nullable.ofType : nullable, rest);
  // One value in place of a list counts as a list of it.
  const named = getNamedType(nullable);
  const field = isInputObjectType(named) ? named.getFields()[first] : undefined;
  return field ? typeAt(field.type, rest) : nullable;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A caller's field name, truncated. */
function shortened(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}
