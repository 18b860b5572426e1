import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { Problem } from './checks.ts';
import { isObject, type Json, type JsonObject } from './document.ts';
import type { WireAnswer } from './request.ts';

const MEMBERS = ['data', 'errors', 'extensions'];
const ERROR_MEMBERS = ['message', 'locations', 'path', 'extensions'];
const MEDIA_TYPES = ['application/json', 'application/graphql-response+json', 'text/event-stream'];

/** The shape of any answer (GraphQL specification, 7.1, and GraphQL over HTTP). */
export function envelopeProblems({ status, headers, text, json }: WireAnswer): Problem[] {
  if (status >= 500) return [{ check: 'no-server-error', what: `${status} ${text.slice(0, 300)}` }];
  const type = headers['content-type']?.split(';', 1)[0] ?? 'none';
  if (!MEDIA_TYPES.includes(type)) return [shape(`the content type is ${type}`)];
  if (!isObject(json)) return [shape('the answer is no object')];
  const problems: Problem[] = [];
  const foreign = Object.keys(json).filter((name) => !MEMBERS.includes(name));
  if (foreign.length > 0) problems.push(shape(`the answer has the members ${foreign.join(', ')}`));
  const { data, errors } = json;
  if (errors === undefined && !isObject(data)) problems.push(shape('there is neither data nor errors'));
  if (errors === undefined) return problems;
  if (!Array.isArray(errors) || errors.length === 0) return [...problems, shape('the errors are no list, or empty')];
  return [...problems, ...errors.flatMap(errorProblems)];
}

function errorProblems(error: Json): Problem[] {
  if (!isObject(error)) return [shape('an error is no object')];
  const { message, locations, path, extensions } = error;
  const foreign = Object.keys(error).filter((name) => !ERROR_MEMBERS.includes(name));
  if (foreign.length > 0) return [shape(`an error has the members ${foreign.join(', ')}`)];
  if (typeof message !== 'string' || message === '') return [shape('an error has no message')];
  const code = isObject(extensions) ? extensions.code : undefined;
  if (typeof code !== 'string') return [shape(`the error "${message}" has no code`)];
  if (code.includes('INTERNAL')) return [{ check: 'graphql-has-no-internal-error', what: `${code}: ${message}` }];
  if (locations !== undefined && !(Array.isArray(locations) && locations.every(isLocation))) {
    return [shape(`the error "${message}" has malformed locations`)];
  }
  const isPath = Array.isArray(path) && path.every((step) => typeof step === 'string' || Number.isInteger(step));
  return path === undefined || isPath ? [] : [shape(`the error "${message}" has a malformed path`)];
}

function isLocation(location: Json): boolean {
  return isObject(location) && Number(location.line) >= 1 && Number(location.column) >= 1;
}

/** The errors of an answer. */
export function errorsIn({ json }: WireAnswer): { code: string; message: string; hasPath: boolean }[] {
  const errors = isObject(json) && Array.isArray(json.errors) ? json.errors : [];
  return errors.filter(isObject).map(({ message, path, extensions }) => ({
    code: isObject(extensions) ? String(extensions.code) : '',
    message: String(message),
    hasPath: path !== undefined,
  }));
}

/** The data of an answer has what the document selected, each value of its type (GraphQL specification, 6.4). */
export function dataProblems(schema: GraphQLSchema, query: string, { json }: WireAnswer): Problem[] {
  const data = isObject(json) ? json.data : undefined;
  const [definition] = parse(query).definitions;
  if (!isObject(data) || definition?.kind !== Kind.OPERATION_DEFINITION) return [];
  const root = schema.getRootType(definition.operation);
  const problem = root ? objectProblem(root.name, definition.selectionSet, data, 'data') : undefined;
  return problem === undefined ? [] : [shape(problem)];

  function objectProblem(
    typeName: string,
    selections: SelectionSetNode,
    value: JsonObject,
    at: string,
  ): string | undefined {
    const selected = new Set<string>();
    const problem = membersProblem(typeName, selections, value, at, selected);
    if (problem !== undefined) return problem;
    const foreign = Object.keys(value).find((name) => !selected.has(name));
    return foreign === undefined ? undefined : `${at}.${foreign} was not selected`;
  }

  function membersProblem(
    typeName: string,
    { selections }: SelectionSetNode,
    value: JsonObject,
    at: string,
    selected: Set<string>,
  ): string | undefined {
    const type = schema.getType(typeName);
    for (const node of selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) {
        if (node.typeCondition?.name.value !== typeName) continue;
        const problem = membersProblem(typeName, node.selectionSet, value, at, selected);
        if (problem !== undefined) return problem;
        continue;
      }
      if (node.kind !== Kind.FIELD) continue;
      const key = node.alias?.value ?? node.name.value;
      selected.add(key);
      const member = value[key];
      if (member === undefined) return `${at}.${key} is missing`;
      if (node.name.value === '__typename') {
        if (member !== typeName) return `${at}.${key} is ${JSON.stringify(member)} instead of "${typeName}"`;
        continue;
      }
      const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
      const problem = field && valueProblem(field.type, node.selectionSet, member, `${at}.${key}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  function valueProblem(
    type: GraphQLOutputType,
    selections: SelectionSetNode | undefined,
    value: Json,
    at: string,
  ): string | undefined {
    if (isNonNullType(type)) {
      return value === null ? `${at} is null` : valueProblem(type.ofType, selections, value, at);
    }
    if (value === null) return undefined;
    if (isListType(type)) {
      if (!Array.isArray(value)) return `${at} is no list`;
      return value
        .map((item, index) => valueProblem(type.ofType, selections, item, `${at}.${index}`))
        .find((problem) => problem !== undefined);
    }
    if (isLeafType(type)) return leafProblem(type, value, at);
    if (!isObject(value) || !selections) return `${at} is no object`;
    const named = getNamedType(type);
    // The document always asks for it.
    const typeName = isObjectType(named) ? named.name : String(value.__typename);
    return objectProblem(typeName, selections, value, at);
  }

  function leafProblem(type: GraphQLOutputType, value: Json, at: string): string | undefined {
    const { name } = getNamedType(type);
    const isRight = isEnumType(type) ? type.getValue(String(value)) !== undefined : (LEAVES[name]?.(value) ?? true);
    return isRight ? undefined : `${at} is ${JSON.stringify(value)}, which is no ${name}`;
  }
}

const LEAVES: Readonly<Record<string, (value: Json) => boolean>> = {
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= 2 ** 31,
  Float: (value) => typeof value === 'number',
  Money: (value) => Number.isSafeInteger(value),
  SafeInt: (value) => Number.isSafeInteger(value),
  DateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

function shape(what: string): Problem {
  return { check: 'graphql-answer-shape', what };
}
