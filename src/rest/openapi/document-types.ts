/** The parts of OpenAPI 3.0.3 (https://spec.openapis.org/oas/v3.0.3) that this service writes. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly description?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly example?: unknown;
  /** The service brings the text into its normal form first (docs/api/names.md), whose length counts. */
  readonly 'x-trim'?: true;
  /** The reason for an input that the contract does not have. */
  readonly 'x-beyond-contract'?: string;
  /** The maximum depth of self-references, including the first level. */
  readonly 'x-max-depth'?: number;
  readonly 'x-max-edges'?: number;
  /** The largest file, in bytes. */
  readonly 'x-max-bytes'?: number;
  /** What the name of the file has to end with. */
  readonly 'x-file-extension'?: string;
}

export interface Ref {
  readonly $ref: string;
}

export interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Ref>>;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: Content;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Content;
  /** The largest body, in bytes. */
  readonly 'x-max-bytes': number;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Ref>>;
  readonly content?: Content;
}

/** Schemes by name; all of one object together, one object or the other. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
  /** What the calls are counted by. */
  readonly countedBy: string;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response | Ref>>;
  readonly security: readonly SecurityRequirement[];
  readonly 'x-rate-limit'?: RateLimit;
  /** The text that a device signs, with the names of fields in braces; the timestamp is that of the header. */
  readonly 'x-proof-payload'?: string;
  /** The roles of admins that may call it. */
  readonly 'x-roles'?: readonly string[];
  /** Why it exists beyond the contract. */
  readonly 'x-beyond-contract'?: string;
}

export type PathItem = Readonly<Record<string, OperationObject>>;

export interface OpenApiDocument {
  readonly openapi: '3.0.3';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly url: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<ComponentKind, Readonly<Record<string, unknown>>>>;
}

export type ComponentKind = 'schemas' | 'responses' | 'parameters' | 'headers' | 'examples' | 'securitySchemes';
