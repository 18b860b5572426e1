import { readdirSync, readFileSync } from 'node:fs';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import { mayVariables } from '../../examples/dashboard-client/src/may.ts';
import { permissionsOf } from '../../src/domain/catalog.ts';
import type { AdminRole } from '../../src/model/enums.ts';
import { names } from '../contract/names.ts';
import { contractOperation, ROLES } from './contract.ts';

/** The example for authors of clients. */
export const EXAMPLE = 'examples/dashboard-client';

/** A query, mutation or subscription of the example, with the fragments that it needs. */
export interface ClientDocument {
  readonly name: string;
  readonly kind: OperationDefinitionNode['operation'];
  readonly document: DocumentNode;
  readonly text: string;
}

/** A screen of the dashboard: one request. */
export interface Screen extends ClientDocument {
  /** As its file is called. */
  readonly file: string;
  /** The roles that use it: the contract lets them call every field that is not behind an `@include`. */
  readonly roles: readonly AdminRole[];
}

const read = (folder: string) =>
  readdirSync(`${EXAMPLE}/${folder}`).map((name) => ({
    file: name.replace('.graphql', ''),
    document: parse(readFileSync(`${EXAMPLE}/${folder}/${name}`, 'utf8'), { noLocation: true }),
  }));

const screenFiles = read('screens');
const files = [...screenFiles, ...read('operations')];
const fragments = new Map(
  files.flatMap(({ document }) =>
    document.definitions.flatMap((each): [string, FragmentDefinitionNode][] =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
    ),
  ),
);

/** The fragments that a definition spreads, and those that they spread. */
function spreadBy(
  definition: OperationDefinitionNode | FragmentDefinitionNode,
  found = new Set<FragmentDefinitionNode>(),
): ReadonlySet<FragmentDefinitionNode> {
  visit(definition, {
    FragmentSpread({ name }) {
      const fragment = fragments.get(name.value);
      if (!fragment) throw new Error(`The example has no fragment ${name.value}.`);
      if (found.has(fragment)) return;
      found.add(fragment);
      spreadBy(fragment, found);
    },
  });
  return found;
}

function documentsIn(document: DocumentNode): ClientDocument[] {
  return document.definitions.flatMap((each) => {
    if (each.kind !== Kind.OPERATION_DEFINITION) return [];
    const whole: DocumentNode = { kind: Kind.DOCUMENT, definitions: [each, ...spreadBy(each)] };
    return [{ name: each.name?.value ?? '', kind: each.operation, document: whole, text: print(whole) }];
  });
}

function rootFieldsOf({ document }: ClientDocument): readonly FieldNode[] {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return [];
  return operation.selectionSet.selections.filter((each): each is FieldNode => each.kind === Kind.FIELD);
}

/** Whether the contract lets a role call a root field; what is beyond the contract is for every role. */
function mayCall(role: AdminRole, field: string): boolean {
  const [id] = Object.entries(names).find(([, named]) => named.field === field) ?? [];
  return id === undefined || (contractOperation(id).roles ?? ROLES).includes(role);
}

/** All documents of the example. */
export const clientDocuments: readonly ClientDocument[] = files.flatMap(({ document }) => documentsIn(document));

/** The screens of the example. */
export const screens: readonly Screen[] = screenFiles.flatMap(({ file, document }) =>
  documentsIn(document).map((screen) => {
    const needed = rootFieldsOf(screen).filter(({ directives = [] }) => directives.length === 0);
    return {
      ...screen,
      file,
      roles: ROLES.filter((role) => needed.every(({ name }) => mayCall(role, name.value))),
    };
  }),
);

/** Ids of the records that screens of one record show. */
export interface ScreenIds {
  readonly customer: string;
  readonly device: string;
  readonly preorder: string;
  readonly release: string;
  readonly sale: string;
}

const RECORDS: Readonly<Record<string, keyof ScreenIds>> = {
  customer: 'customer',
  device: 'device',
  preorder: 'preorder',
  rollout: 'release',
  sale: 'sale',
};

/** The variables with which a role opens a screen. @param text what is searched for */
export function screenVariables(
  screen: Screen,
  role: AdminRole,
  ids: ScreenIds,
  text = 'KRV',
): Record<string, unknown> {
  const record = RECORDS[screen.file];
  return {
    ...mayVariables(screen.document, permissionsOf({ roles: [role] })),
    ...(record && { id: ids[record] }),
    ...(screen.file === 'search' && { text }),
  };
}
