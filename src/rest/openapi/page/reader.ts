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

/** The value of the first example of a content. */
export function exampleIn(api: OpenApiDocument, content: Content = {}): unknown {
  const [media] = Object.values(content);
  if (media?.example !== undefined) return media.example;
  const [first] = Object.values(media?.examples ?? {});
  return first && (found<{ readonly value?: unknown }>(api, first).value ?? undefined);
}

/** A schema without the wrapping of a description or of null. */
export function unwrapped(api: OpenApiDocument, schema: Schema): Schema {
  const [inner] = schema.allOf ?? (schema.anyOf?.some((branch) => branch.$ref) ? schema.anyOf : []);
  if (inner) return { ...unwrapped(api, inner), ...(schema.description ? { description: schema.description } : {}) };
  return schema.$ref ? found<Schema>(api, schema as Ref) : schema;
}

/** The codes of an error response. */
export function codesOf(api: OpenApiDocument, { content = {} }: Response): readonly string[] {
  const [media] = Object.values(content);
  const schema = media && found<Schema>(api, media.schema);
  return (schema?.properties?.error?.properties?.code?.enum as readonly string[] | undefined) ?? [];
}
