import type { Content, OpenApiDocument, OperationObject, Parameter, Ref, Response, Schema } from '../document-types.ts';

/** An operation with its place. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** All operations, in the order of the file. */
export function operationsOf(api: OpenApiDocument): readonly Described[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** A part of the file, or what it refers to. */
export function found<T extends object>(api: OpenApiDocument, part: T | Ref): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return api.components[kind as keyof OpenApiDocument['components']][name] as T;
}

export function parametersOf(api: OpenApiDocument, { parameters = [] }: OperationObject): readonly Parameter[] {
  return parameters.map((parameter) => found<Parameter>(api, parameter));
}

export function responsesOf(
  api: OpenApiDocument,
  { responses }: OperationObject,
): readonly (readonly [status: string, response: Response])[] {
  return Object.entries(responses).map(([status, response]) => [status, found<Response>(api, response)] as const);
}

/** The values of the examples of a content. */
export function examplesIn(api: OpenApiDocument, content: Content = {}): readonly unknown[] {
  const [media] = Object.values(content);
  if (media?.example !== undefined) return [media.example];
  return Object.values(media?.examples ?? {}).map((example) => found<{ readonly value?: unknown }>(api, example).value);
}

/** A schema without the wrapping of a description or of null; the description of an enumeration's field has its values too. */
export function unwrapped(api: OpenApiDocument, schema: Schema): Schema {
  const [inner] = schema.allOf ?? (schema.anyOf?.some((branch) => branch.$ref) ? schema.anyOf : []);
  const target = inner ? unwrapped(api, inner) : schema.$ref && found<Schema>(api, schema as Ref);
  if (!target) return schema;
  const { description = target.description, default: preset = target.default } = schema;
  const all = description === target.description ? description : [description, ...meaningsOf(target)].join('\n\n');
  return { ...target, ...(all ? { description: all } : {}), ...(preset === undefined ? {} : { default: preset }) };
}

/** The meanings of the values of an enumeration, as a list. */
function meaningsOf({ enum: values, description = '' }: Schema): string[] {
  const lines = description.split('\n').filter((line) => line.startsWith('- '));
  return values && lines.length > 0 ? [lines.join('\n')] : [];
}

/** The codes of an error response, with their meanings. */
export function errorsIn(
  api: OpenApiDocument,
  { content = {} }: Response,
): readonly { readonly code: string; readonly meaning: string }[] {
  const examples = Object.entries(content['application/json']?.examples ?? {});
  return examples.flatMap(([code, ref]) => {
    const { summary } = found<{ readonly summary?: string }>(api, ref);
    return summary ? [{ code, meaning: summary }] : [];
  });
}
