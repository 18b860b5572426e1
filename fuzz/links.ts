import { type ApiDocument, isObject, type Json, type Operation, type Schema } from './document.ts';

/**
 * Which records the ids of an answer are, and which records a parameter wants: producers and consumers are connected by the
 * kind of the record, which follows from the names of the schemas and from the paths.
 */
export interface Links {
  /** The kind of record that a path parameter or a field names; undefined when it names none. */
  wantedBy(operation: Operation | undefined, name: string): string | undefined;
  /** The operation that reads a record of this kind by its id. */
  readerOf(kind: string): Operation | undefined;
  /** Every record with an id in an answer, outermost first. */
  recordsIn(schema: Schema, answer: Json): readonly FoundRecord[];
}

export interface FoundRecord {
  readonly kind: string;
  readonly id: string;
}

/** The path up to its last parameter, and the one before that: `/customers/{id}` and `/customers`. */
interface Place {
  readonly item: string;
  readonly list: string;
}

/** Derives the links of a document. */
export function linksOf(document: ApiDocument): Links {
  const kinds = new KindNames();
  const byName = new Map(document.operations.map((operation) => [operation.name, operation]));
  const schemaOf = (operation: Operation | undefined): Schema | undefined =>
    [...(operation?.responses ?? [])].find(([status]) => status.startsWith('2'))?.[1].content.get('application/json');

  function kindIn(operation: Operation | undefined): string | undefined {
    const schema = schemaOf(operation);
    return schema && (kindOf(schema) ?? kindOfItems(schema));
  }

  function kindOf(schema: Schema): string | undefined {
    const name = nameOf(schema);
    return name !== undefined && document.resolve(schema).properties?.id ? name : undefined;
  }

  /** Of the records in the list that an answer is, or that it holds. */
  function kindOfItems(schema: Schema): string | undefined {
    const { items, properties = {} } = document.resolve(schema);
    if (items) return kindOf(items);
    const lists = Object.values(properties).flatMap((property) => document.resolve(property).items ?? []);
    return lists.map(kindOf).find((kind) => kind !== undefined);
  }

  // A list, its POST and the record behind its path show the same kind, though their schemas may have different names.
  for (const { path } of document.operations.filter((operation) => operation.path.endsWith('}'))) {
    const { item, list } = placeOf(path);
    const shown = [`GET ${item}`, `GET ${list}`, `POST ${list}`].flatMap((name) => kindIn(byName.get(name)) ?? []);
    for (const kind of shown) kinds.join(shown[0] ?? kind, kind);
  }

  function wantedByPath(operation: Operation, parameter: string): string | undefined {
    const end = operation.path.indexOf(`{${parameter}}`);
    if (end < 0) return undefined;
    const { item, list } = placeOf(operation.path.slice(0, end + parameter.length + 2));
    return kindIn(byName.get(`GET ${item}`)) ?? wantedByName(parameter) ?? kindIn(byName.get(`GET ${list}`));
  }

  /** `assignedAdminId` is the id of an Admin. */
  function wantedByName(field: string): string | undefined {
    const stem = /^(.+)Id$/.exec(field)?.[1]?.toLowerCase();
    if (stem === undefined) return undefined;
    return Object.keys(document.schemas)
      .filter((name) => stem.endsWith(name.toLowerCase()) && kindOf({ $ref: `#/components/schemas/${name}` }))
      .sort((a, b) => b.length - a.length)[0];
  }

  return {
    wantedBy(operation, name) {
      const kind = (operation && wantedByPath(operation, name)) ?? wantedByName(name);
      return kind === undefined ? undefined : kinds.of(kind);
    },
    readerOf: (kind) =>
      document.operations.find((operation) => {
        if (operation.method !== 'GET' || !operation.path.endsWith('}')) return false;
        const own = kindIn(operation);
        return own !== undefined && kinds.of(own) === kinds.of(kind);
      }),
    recordsIn(schema, answer) {
      const found: FoundRecord[] = [];
      walk(schema, answer);
      return found;

      function walk(part: Schema, value: Json): void {
        if (Array.isArray(value)) {
          const { items } = document.resolve(part);
          if (items) for (const each of value) walk(items, each);
          return;
        }
        if (!isObject(value)) return;
        for (const branch of branchesOf(part)) {
          const kind = kindOf(branch);
          if (kind !== undefined && typeof value.id === 'string') found.push({ kind: kinds.of(kind), id: value.id });
          for (const [name, property] of Object.entries(document.resolve(branch).properties ?? {})) {
            if (value[name] !== undefined) walk(property, value[name]);
          }
        }
      }
    },
  };

  function branchesOf(schema: Schema): readonly Schema[] {
    const { allOf, oneOf, anyOf } = document.resolve(schema);
    const inner = [...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])];
    return [schema, ...inner.flatMap(branchesOf)];
  }
}

/** The name of a shared schema; one that may be null refers to it from `allOf`. */
function nameOf({ $ref, allOf }: Schema): string | undefined {
  if ($ref !== undefined) return $ref.split('/').pop();
  return allOf?.length === 1 && allOf[0] ? nameOf(allOf[0]) : undefined;
}

function placeOf(path: string): Place {
  return { item: path, list: path.slice(0, path.lastIndexOf('/')) };
}

/** Names of schemas that stand for the same kind of record. */
class KindNames {
  readonly #same = new Map<string, string>();

  of(name: string): string {
    const other = this.#same.get(name);
    return other === undefined ? name : this.of(other);
  }

  join(one: string, other: string): void {
    const [first, second] = [this.of(one), this.of(other)];
    if (first !== second) this.#same.set(second, first);
  }
}
