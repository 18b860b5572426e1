import {
  type ArgumentNode,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  FieldsOnCorrectTypeRule,
  type GraphQLArgument,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isObjectType,
  isUnionType,
  Kind,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  type NamedTypeNode,
  type ObjectFieldNode,
  type ObjectValueNode,
  ProvidedRequiredArgumentsRule,
  specifiedRules,
  type TypeNode,
  type ValidationContext,
  type ValidationRule,
  type ValueNode,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import { fieldProblem, pathOf } from '../../domain/kernel/errors.ts';
import { didYouMean, meant, membersMeant, nearest } from '../../domain/kernel/nearest.ts';
import type { Explained } from '../document/errors.ts';
import { withoutValue } from '../document/quoted-values.ts';
import {
  fieldsListed,
  fieldsMissing,
  foundInDocument,
  hintOfInputField,
  memberOf,
  missingProblem,
  oneOfProblem,
  problemOfValue,
  unknownProblem,
  valuesListed,
} from '../document/value-problem.ts';

/**
 * The problems of a document, in messages that say what to write instead.
 * @param options `hideSuggestions`: for a caller who may not read the schema
 */
export function problemsOfDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  { hideSuggestions = false } = {},
): readonly GraphQLError[] {
  return validate(schema, document, hideSuggestions ? specifiedRules : EXPLAINING_RULES, { hideSuggestions });
}

/** The rules of graphql-js; five of them are explained by this file. */
const EXPLAINING_RULES: readonly ValidationRule[] = specifiedRules.map((rule) => {
  if (rule === FieldsOnCorrectTypeRule) return explaining(rule, explainField);
  if (rule === KnownTypeNamesRule) return explaining(rule, explainType);
  if (rule === KnownArgumentNamesRule) return explaining(rule, explainArgument);
  if (rule === ProvidedRequiredArgumentsRule) return explaining(rule, explainMissing);
  return rule === ValuesOfCorrectTypeRule ? explainValues : rule;
});

type Explain = (context: ValidationContext, error: GraphQLError) => Explained;

/** A rule with the same decisions, and with messages from `explain`, which gets the context at the place of the error. */
function explaining(rule: ValidationRule, explain: Explain): ValidationRule {
  return (context) =>
    rule(
      Object.create(context, {
        reportError: {
          value: ({ message, nodes, source, positions }: GraphQLError) => {
            const plain = new GraphQLError(withoutValue(message), { nodes });
            const { message: explained, fields } = explain(context, plain);
            context.reportError(
              new GraphQLError(explained, { nodes, source, positions, ...(fields ? { extensions: { fields } } : {}) }),
            );
          },
        },
      }),
    );
}

function explainField(context: ValidationContext, { nodes, message }: GraphQLError): Explained {
  const [node] = nodes ?? [];
  const type = context.getParentType();
  if (node?.kind !== Kind.FIELD || !type) return { message };
  const name = node.name.value;
  const fields = isUnionType(type) ? {} : type.getFields();
  return {
    message: `Cannot query field "${name}" on type "${type.name}".${hintOfField(context.getSchema(), type, node)}`,
    fields: [unknownProblem(`${type.name}.${name}`, meant(name, Object.keys(fields)))],
  };
}

function hintOfField(schema: GraphQLSchema, type: GraphQLCompositeType, { name: { value: name } }: FieldNode): string {
  if (isAbstractType(type)) {
    const having = schema.getPossibleTypes(type).filter((each) => name in each.getFields());
    if (having.length > 0) return didYouMean(having.slice(0, 3).map((each) => `... on ${each.name} { ${name} }`));
  }
  const fields = isUnionType(type) ? {} : type.getFields();
  const nodeType = type.name.endsWith('Connection') ? getNamedType(fields.nodes?.type) : undefined;
  if (isObjectType(nodeType) && name in nodeType.getFields()) return didYouMean([`nodes { ${name} }`]);
  const root = otherRootOf(schema, type, name);
  if (root) return ` It is a field of "${root}": begin the operation with ${root.toLowerCase()}.`;
  const names = Object.keys(fields);
  return didYouMean(nearest(name, names)) || fieldsListed(names);
}

/** The other root type that has the field, if this is a root type. */
function otherRootOf(schema: GraphQLSchema, type: GraphQLCompositeType, name: string): string | undefined {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  if (!roots.some((root) => root === type)) return undefined;
  return roots.find((root) => root && name in root.getFields())?.name;
}

/** `query: {measures: [{distinct: ...}]}` is two levels below the arguments of a field. */
const LEVELS_OF_ARGUMENTS = 2;

function explainArgument(context: ValidationContext, { nodes, message }: GraphQLError): Explained {
  const [node] = nodes ?? [];
  const field = context.getFieldDef();
  const type = context.getParentType();
  // Of a directive, graphql-js says it well.
  if (node?.kind !== Kind.ARGUMENT || !field || !type || context.getDirective()) return { message };
  const { value: name } = node.name;
  const place = `${type.name}.${field.name}`;
  const suggestions = membersMeant(name, field.args.map(memberOf), LEVELS_OF_ARGUMENTS);
  return {
    message: `Unknown argument "${name}" on field "${place}".${hintOfArgument(node, field.args, suggestions)}`,
    fields: [unknownProblem(`${place}.${name}`, suggestions)],
  };
}

/** The type of a variable is that of what the variable is given to. */
function explainType(context: ValidationContext, { nodes, message }: GraphQLError): Explained {
  for (const definition of context.getDocument().definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const wrong = definition.variableDefinitions?.find(({ type }) => namedIn(type) === nodes?.[0]);
    if (!wrong) continue;
    const { value: name } = wrong.variable.name;
    const usage = context.getRecursiveVariableUsages(definition).find(({ node }) => node.name.value === name);
    if (!usage?.type) return { message };
    const type = String(usage.type);
    return {
      message: `Unknown type "${namedIn(wrong.type).name.value}" of the variable "$${name}". It is given to what takes ${type}: write that.`,
      fields: [fieldProblem(name, 'WRONG_TYPE', { type })],
    };
  }
  return { message };
}

function namedIn(type: TypeNode): NamedTypeNode {
  return type.kind === Kind.NAMED_TYPE ? type : namedIn(type.type);
}

/** graphql-js reports each missing argument by itself, with a message that names it. */
function explainMissing(context: ValidationContext, { message }: GraphQLError): Explained {
  const field = context.getFieldDef();
  const type = context.getParentType();
  const missing = field?.args.find(({ name }) => message.includes(`argument "${name}"`));
  if (!missing || !type || context.getDirective()) return { message };
  return { message, fields: [missingProblem(`${type.name}.${field?.name}.${missing.name}`, missing.type)] };
}

/** No list takes a number of records to leave out. */
const BY_CURSORS = ' Pages go by cursors: ask for "first", then for "after" with the "endCursor" of the page before.';

function hintOfArgument(
  { name }: ArgumentNode,
  args: readonly GraphQLArgument[],
  suggestions: readonly string[],
): string {
  const names = args.map((arg) => arg.name);
  const filter = getNamedType(args.find((arg) => arg.name === 'filter')?.type);
  if (isInputObjectType(filter) && name.value in filter.getFields()) {
    return ` Conditions belong to the argument "filter": write {${name.value}: {...}} there.`;
  }
  if (suggestions.includes('after')) return BY_CURSORS;
  if (suggestions.length > 0) return didYouMean(suggestions);
  return names.length > 0 ? ` Its arguments: ${names.join(', ')}.` : ' It takes no arguments.';
}

/** graphql-js's rule for values, with the place of each wrong one. */
function explainValues(context: ValidationContext): ASTVisitor {
  const path: string[] = [];
  let variable: string | undefined;
  const rule = explaining(ValuesOfCorrectTypeRule, (at, error) => explainValue(at, error, { path, variable }))(context);
  const { ObjectField: check, ...others } = rule as { ObjectField?: (node: ObjectFieldNode) => unknown };
  return {
    ...others,
    ObjectField: {
      enter(node) {
        const result = check?.(node);
        path.push(node.name.value);
        return result;
      },
      leave: () => void path.pop(),
    },
    VariableDefinition: {
      enter: (node) => {
        variable = node.variable.name.value;
      },
      leave: () => {
        variable = undefined;
      },
    },
  };
}

interface Place {
  /** The fields of input objects that lead to the value. */
  readonly path: readonly string[];
  /** Whose default value it is. */
  readonly variable: string | undefined;
}

function explainValue(context: ValidationContext, { nodes, message }: GraphQLError, place: Place): Explained {
  const [node] = nodes ?? [];
  if (node?.kind === Kind.OBJECT_FIELD) {
    const type = getNamedType(context.getParentInputType());
    if (!isInputObjectType(type)) return { message };
    const name = node.name.value;
    const suggestions = membersMeant(name, Object.values(type.getFields()).map(memberOf));
    return {
      message: `Field "${name}" is not defined by type "${type.name}".${hintOfInputField(type, name, suggestions)}`,
      fields: [unknownProblem(`${placeOf(context, place).path}.${name}`, suggestions)],
    };
  }
  const expected = context.getInputType();
  const value = node as ValueNode | undefined;
  if (!value || !expected) return { message };
  const { where, name, path } = placeOf(context, place);
  const problem = problemOfValue(typeAt(context, value, expected), foundInDocument(value), {
    name,
    notation: 'document',
    path,
  });
  if (problem) return { message: `${where} ${problem.said}`, fields: [problem.problem] };
  // Of a missing or repeated field, the message names the field.
  if (value.kind === Kind.OBJECT) {
    const named = getNamedType(expected);
    const given = value.fields.map((field) => field.name.value);
    const choice = isInputObjectType(named) ? oneOfProblem(named, given, path) : undefined;
    if (choice) return { message: `${where} ${choice.said}`, fields: [choice.problem] };
    const missing = missingIn(getNamedType(expected), value, message);
    if (!missing) return { message };
    const fields = [missingProblem(`${path}.${missing.name}`, missing.type)];
    return { message: `${message}${valuesListed(missing.type)}`, fields };
  }
  if (value.kind === Kind.NULL) {
    return {
      message: `${where} must not be null: it takes ${String(expected)}.${valuesListed(expected)}`,
      fields: [fieldProblem(path, 'NULL')],
    };
  }
  const type = getNamedType(expected).name;
  return { message: `${where}: ${message}`, fields: [fieldProblem(path, 'WRONG_TYPE', { type })] };
}

/** graphql-js reports each missing field of an object by itself. @param message which names the field */
function missingIn(type: GraphQLInputType, { fields }: ObjectValueNode, message: string) {
  if (!isInputObjectType(type)) return undefined;
  const given = fields.map(({ name }) => name.value);
  return fieldsMissing(type, given).find(({ name }) => message.includes(`"${type.name}.${name}"`));
}

/** A list in place of one value: the context of graphql-js is then at the type of its items. */
function typeAt(context: ValidationContext, value: ValueNode, expected: GraphQLInputType): GraphQLInputType {
  return value.kind === Kind.LIST ? (context.getParentInputType() ?? expected) : expected;
}

function placeOf(
  context: ValidationContext,
  { path, variable }: Place,
): { readonly where: string; readonly name: string | undefined; readonly path: string } {
  const argument = context.getArgument()?.name;
  const owner = context.getDirective()?.name ?? context.getFieldDef()?.name;
  const name = path.at(-1) ?? argument;
  if (variable !== undefined) {
    const place = pathOf([variable, ...path]);
    return { where: `The default of "$${place}"`, name: path.at(-1), path: place };
  }
  const place = pathOf([argument ?? '', ...path].filter((each) => each !== ''));
  return { where: `The argument "${place}" of "${owner}"`, name, path: `${owner}.${place}` };
}
