/** The service's OpenAPI file, as the rest of the fuzzer uses it: operations, with every reference to a shared part resolved. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** A schema of OpenAPI 3.0.3. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly enum?: readonly Json[];
  readonly nullable?: boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly readOnly?: boolean;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly example?: Json;
  /** Lengths count without the white space around the text. */
  readonly 'x-trim'?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: Schema;
  /** Whether the text of the parameter is JSON. */
  readonly json: boolean;
}

interface Body {
  readonly mediaType: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface ResponseSpec {
  readonly headers: ReadonlyMap<string, { readonly required: boolean; readonly schema: Schema }>;
  readonly content: ReadonlyMap<string, Schema>;
}

/** What a caller shows: headers and cookies by the kind of security scheme. */
export type Credential = 'public' | 'admin' | 'bearer' | 'proof';

export interface Operation {
  /** `PATCH /v1/admin/customers/{id}`, as people name it. */
  readonly name: string;
  /** Its `operationId`; a mutation of GraphQL that does the same has this name too. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: ReadonlyMap<string, ResponseSpec>;
  readonly credential: Credential;
  /** Whether an admin may also call it by the token of a service account. */
  readonly takesTokens: boolean;
  /** The admin roles that may call it; every role where the file names none. */
  readonly roles: readonly string[];
  /** Calls in 60 seconds. */
  readonly limit: number;
}

export interface ApiDocument {
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Every admin role that some operation names. */
  readonly roles: readonly string[];
  /** Headers of a device's proof, and the cookie of a session. */
  readonly names: CredentialNames;
  resolve(schema: Schema): Schema;
}

export interface CredentialNames {
  readonly sessionCookie: string;
  readonly timestampHeader: string;
  readonly proofHeader: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const DEFAULT_LIMIT = 120;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads an OpenAPI 3.0.3 file.
 * @throws Error that names what the fuzzer needs and the file lacks
 */
export function readDocument(file: unknown): ApiDocument {
  if (!isObject(file) || !isObject(file.paths)) throw new Error('this is no OpenAPI file: it has no paths');
  const reader = new Reader(file);
  const operations = Object.entries(file.paths).flatMap(([path, item]) => reader.operationsOf(path, item));
  if (operations.length === 0) throw new Error('the OpenAPI file has no operation');
  const roles = [...new Set(operations.flatMap((operation) => operation.roles))];
  return {
    operations: operations.map((each) =>
      each.credential === 'admin' && each.roles.length === 0 ? { ...each, roles } : each,
    ),
    schemas: reader.schemas,
    roles,
    names: reader.credentialNames(),
    resolve: (schema) => reader.schema(schema),
  };
}

class Reader {
  readonly #file: JsonObject;

  constructor(file: JsonObject) {
    this.#file = file;
  }

  get schemas(): Readonly<Record<string, Schema>> {
    const components = this.#file.components;
    return (isObject(components) ? components.schemas : {}) as Readonly<Record<string, Schema>>;
  }

  /** Follows `$ref` until there is none. */
  schema(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.schema(this.#at(schema.$ref) as Schema);
  }

  operationsOf(path: string, given: Json): Operation[] {
    const item = this.#object(given);
    return METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const operation = this.#object(item[method]);
      const parameters = [...this.#list(item.parameters), ...this.#list(operation.parameters)];
      return {
        name: `${method.toUpperCase()} ${path}`,
        id: String(operation.operationId ?? ''),
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((parameter) => this.#parameter(parameter)),
        body: this.#body(operation.requestBody),
        responses: new Map(
          Object.entries(this.#object(operation.responses)).map(([status, each]) => [status, this.#response(each)]),
        ),
        ...this.#credentials(operation.security ?? this.#file.security),
        roles: this.#list(operation['x-roles']).map(String),
        limit: limitOf(operation['x-rate-limit']),
      };
    });
  }

  credentialNames(): CredentialNames {
    const schemes = Object.values(this.#schemes());
    const cookie = schemes.find((scheme) => scheme.in === 'cookie');
    const headers = schemes.filter((scheme) => scheme.type === 'apiKey' && scheme.in === 'header');
    const named = (ending: string) => String(headers.find(({ name }) => String(name).endsWith(ending))?.name ?? '');
    return {
      sessionCookie: String(cookie?.name ?? ''),
      timestampHeader: named('timestamp'),
      proofHeader: named('proof'),
    };
  }

  #schemes(): Record<string, JsonObject> {
    const components = this.#object(this.#file.components);
    return Object.fromEntries(
      Object.entries(this.#object(components.securitySchemes)).map(([name, scheme]) => [name, this.#object(scheme)]),
    );
  }

  /** Tokens of service accounts stand beside the cookie of admins; alone, a bearer token is the credential of an app. */
  #credentials(security: Json | undefined): Pick<Operation, 'credential' | 'takesTokens'> {
    const schemes = this.#schemes();
    const kinds = this.#list(security).flatMap((alternative) =>
      Object.keys(this.#object(alternative)).map((name) => schemes[name]),
    );
    const takesBearer = kinds.some((scheme) => scheme?.type === 'http');
    if (kinds.length === 0) return { credential: 'public', takesTokens: false };
    if (kinds.some((scheme) => scheme?.in === 'cookie')) return { credential: 'admin', takesTokens: takesBearer };
    return { credential: takesBearer ? 'bearer' : 'proof', takesTokens: false };
  }

  #parameter(given: Json): Parameter {
    const parameter = this.#object(given);
    const [content] = Object.values(this.#object(parameter.content));
    const schema = (content === undefined ? parameter.schema : this.#object(content).schema) ?? {};
    return {
      name: String(parameter.name),
      in: parameter.in as Parameter['in'],
      required: parameter.required === true,
      schema: { example: parameter.example, ...this.schema(schema as Schema) } as Schema,
      json: content !== undefined,
    };
  }

  #body(given: Json | undefined): Body | undefined {
    if (given === undefined) return undefined;
    const body = this.#object(given);
    const [first] = Object.entries(this.#object(body.content));
    if (!first) return undefined;
    const [mediaType, content] = first;
    return { mediaType, required: body.required === true, schema: (this.#object(content).schema ?? {}) as Schema };
  }

  #response(given: Json): ResponseSpec {
    const response = this.#object(given);
    return {
      headers: new Map(
        Object.entries(this.#object(response.headers)).map(([name, each]) => {
          const header = this.#object(each);
          return [name.toLowerCase(), { required: header.required === true, schema: (header.schema ?? {}) as Schema }];
        }),
      ),
      content: new Map(
        Object.entries(this.#object(response.content)).map(([type, each]) => [
          type,
          (this.#object(each).schema ?? {}) as Schema,
        ]),
      ),
    };
  }

  #list(value: Json | undefined): readonly Json[] {
    return Array.isArray(value) ? value : [];
  }

  /** The object itself or what it refers to; empty where there is none. */
  #object(value: Json | undefined): JsonObject {
    if (!isObject(value)) return {};
    return typeof value.$ref === 'string' ? this.#object(this.#at(value.$ref)) : value;
  }

  #at(reference: string): Json {
    const steps = reference.replace(/^#\//, '').split('/');
    const found = steps
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Json | undefined>((value, step) => (isObject(value) ? value[step] : undefined), this.#file);
    if (found === undefined) throw new Error(`the OpenAPI file refers to ${reference}, which it does not have`);
    return found;
  }
}

function limitOf(given: Json | undefined): number {
  const limit = isObject(given) ? given.calls : given;
  return typeof limit === 'number' ? limit : DEFAULT_LIMIT;
}
