import { readFileSync } from 'node:fs';
import type { AdminRole } from '../../src/model/enums.ts';

/** A JSON Schema as the contract writes it: flat, one level of properties, seldom two. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
}

/** One operation of the specification. */
export interface ContractOperation {
  readonly id: string;
  readonly area: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{id}` for parameters. */
  readonly path: string;
  readonly auth: 'cookie' | 'public' | 'proof' | 'bearer';
  /** Who may call it; undefined where no admin is needed. */
  readonly roles?: readonly AdminRole[];
  readonly limit: number;
  readonly success: number;
  readonly body: string | null;
  readonly query: string | null;
  readonly multipart: boolean;
  readonly responseContentType: string;
}

/** The specification's facts as data: tests follow from it and never from our code. */
export interface Contract {
  readonly counts: { readonly operations: number; readonly byArea: Readonly<Record<string, number>> };
  readonly operations: readonly ContractOperation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly querySchemas: Readonly<Record<string, Schema>>;
  readonly responseSchemas: Readonly<Record<string, Schema>>;
  readonly enums: Readonly<Record<string, readonly string[]>>;
  readonly constants: Readonly<Record<string, unknown>>;
}

/** In the file a set of roles may also be the word ANY. */
type Row = Omit<ContractOperation, 'roles'> & { readonly roles?: readonly AdminRole[] | 'ANY' };
type File = Omit<Contract, 'operations' | 'enums'> & {
  readonly operations: readonly Row[];
  readonly enums: Contract['enums'] & { readonly AdminRole: readonly AdminRole[] };
};

const file: File = JSON.parse(readFileSync('test/contract/contract.json', 'utf8'));

export const ROLES = file.enums.AdminRole;
export const contract: Contract = {
  ...file,
  operations: file.operations.map((row) => ({ ...row, roles: row.roles === 'ANY' ? ROLES : row.roles })),
};

/** The operation with that id. @throws Error when the specification has none */
export function contractOperation(id: string): ContractOperation {
  const found = contract.operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`The specification has no operation ${id}.`);
  return found;
}
