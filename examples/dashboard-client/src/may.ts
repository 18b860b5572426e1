import { type DocumentNode, Kind } from 'graphql';

const MAY = /^may([A-Z].*)$/;

/**
 * A screen asks for what only some roles may read behind `@include(if: $mayListTeam)`, where `listTeam` is the operation
 * that is needed.
 * @returns those variables of the document, as `viewer.permissions` decides them
 */
export function mayVariables(document: DocumentNode, permissions: readonly string[]): Record<string, boolean> {
  const names = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  );
  return Object.fromEntries(
    names.flatMap((name) => (MAY.test(name) ? [[name, permissions.includes(operationOf(name))]] : [])),
  );
}

/** `mayListTeam` asks for `listTeam`. */
function operationOf(variable: string): string {
  const name = variable.slice('may'.length);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
