import type { TSchema } from 'typebox';
import { isGroup, quantifiedFilter } from '../../model/filter-language.ts';
import { MAX_EDGES_DEEP, MAX_FILTER_DEPTH } from '../../model/limits.ts';
import { fieldProblem, validationFailed } from './errors.ts';
import { schemaNamed } from './named-schemas.ts';

/** What the parts of a filter are, by its schema, before a list compiles it. */

/** A part of the schema of a filter. */
interface Shape {
  readonly $ref?: string;
  readonly needs?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** An edge that filters can have conditions across. */
interface CrossedEdge {
  /** The schema of the filter of the record that it leads to. */
  readonly to: TSchema;
  /** Whether it leads to many: then it takes that filter in `some`, `none` and `every`. */
  readonly isMany: boolean;
  /** The operation whose roles may follow it. */
  readonly needs: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** More than a document or a JSON body can nest (32): what is deeper is no filter, and is left to be refused. */
const MAX_LEVELS = 40;

/** The edge that a member of a filter is of; undefined for any other member. @param schema of the filter */
export function edgeIn(schema: TSchema, name: string): CrossedEdge | undefined {
  const { properties = {} } = schema as Shape;
  if (isGroup(name) || !Object.hasOwn(properties, name)) return undefined;
  const { $ref, needs, properties: quantified } = properties[name] ?? {};
  const to = $ref ?? quantified?.some?.$ref;
  return to === undefined ? undefined : { to: schemaNamed(to), isMany: $ref === undefined, needs };
}

/** The filters of another record across an edge: one, or those of the quantifiers. @param part the value of the edge */
function filtersAcross({ isMany }: CrossedEdge, part: unknown): readonly (readonly [name: string, filter: unknown])[] {
  if (!isMany) return [['', part]];
  return entriesOf(part).map(([quantifier, value]) => [`.${quantifier}`, quantifiedFilter(quantifier, value)]);
}

/** The names of the operations that a filter needs: one for each guarded edge that it follows, at any depth. */
export function neededBy(schema: TSchema, filter: unknown): ReadonlySet<string> {
  return new Set(needsIn(schema, filter));
}

function needsIn(schema: TSchema, filter: unknown): readonly string[] {
  if (Array.isArray(filter)) return filter.flatMap((each) => needsIn(schema, each));
  if (!isMembers(filter)) return [];
  return Object.entries(filter).flatMap(([name, part]) => {
    if (isGroup(name)) return needsIn(schema, part);
    const edge = isNone(part) ? undefined : edgeIn(schema, name);
    if (!edge) return [];
    const inside = filtersAcross(edge, part).flatMap(([, each]) => needsIn(edge.to, each));
    return edge.needs === undefined ? inside : [edge.needs, ...inside];
  });
}

/** The names of the operations that an order needs: those of the edges that its fields are across. @param schema of the order (`sortOf`) */
export function neededBySort(schema: TSchema | undefined, sort: unknown): readonly string[] {
  const { needs = {} } = (schema ?? {}) as { readonly needs?: Readonly<Record<string, string>> };
  if (!Array.isArray(sort)) return [];
  return sort.flatMap((key: unknown) => {
    const field = isMembers(key) ? String(key.field) : '';
    const needed = Object.hasOwn(needs, field) ? needs[field] : undefined;
    return needed === undefined ? [] : [needed];
  });
}

/**
 * A part of a filter without what is null: forms send null for what their users left open. What is emptied so is left out too,
 * with its parents; what the caller left empty stays.
 * @returns undefined when nothing is left of it
 */
export function withoutNullParts(part: unknown, levels = MAX_LEVELS): unknown {
  if (isNone(part)) return undefined;
  if (levels === 0) return part;
  if (Array.isArray(part)) {
    const kept = part.map((each) => withoutNullParts(each, levels - 1)).filter((each) => each !== undefined);
    return kept.length === 0 && part.length > 0 ? undefined : kept;
  }
  if (!isMembers(part)) return part;
  const given = Object.entries(part).filter(([, member]) => member !== undefined);
  const kept = given.flatMap(([name, member]) => {
    const left = withoutNullParts(member, levels - 1);
    return left === undefined ? [] : [[name, left] as const];
  });
  return kept.length === 0 && given.length > 0 ? undefined : Object.fromEntries(kept);
}

/**
 * Refuses a filter that is too deep before anything walks through all of it.
 * @param path of the filter in the input
 * @throws DomainError 400 VALIDATION_FAILED naming the part that is too deep
 */
export function requireDepth(schema: TSchema, filter: unknown, path: string, depth = 1, edges = 0): void {
  if (depth > MAX_FILTER_DEPTH) throw validationFailed([fieldProblem(path, 'TOO_DEEP', { maximum: MAX_FILTER_DEPTH })]);
  if (edges > MAX_EDGES_DEEP)
    throw validationFailed([fieldProblem(path, 'TOO_MANY_EDGES', { maximum: MAX_EDGES_DEEP })]);
  if (!isMembers(filter)) return;
  for (const [name, part] of Object.entries(filter)) {
    const at = `${path}.${name}`;
    const edge = edgeIn(schema, name);
    if (edge) {
      for (const [inside, each] of filtersAcross(edge, part))
        requireDepth(edge.to, each, at + inside, depth, edges + 1);
    } else if (name === 'not') requireDepth(schema, part, at, depth + 1, edges);
    else if (isGroup(name))
      for (const [place, each] of entriesOf(part)) requireDepth(schema, each, `${at}[${place}]`, depth + 1, edges);
  }
}

function entriesOf(part: unknown): [string, unknown][] {
  return typeof part === 'object' && part !== null ? Object.entries(part) : [];
}

function isNone(part: unknown): part is null | undefined {
  return part === null || part === undefined;
}

/** Whether a value is an object of a caller's JSON, or of coerced arguments: no list and no time. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
