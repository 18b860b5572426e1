import type { EntityManager } from '@mikro-orm/postgresql';
import { columnOf, type RecordModel, readFields, type View } from '../model/record.ts';
import { rows } from './query.ts';
import { selectList } from './record-list.ts';

interface Branch<Owner extends string> {
  /** The table of the records; an index has the owner, the time and the id in this order. */
  readonly table: string;
  /** The field that names the owner: `deviceId`. */
  readonly owner: Owner;
  /** The field that says when a record was made. */
  readonly madeAt: string;
  /** SQL of fields that are not plain columns of the table, whose alias is `r`. */
  readonly columns?: Readonly<Record<string, string>>;
}

/**
 * Compiles a reader of the newest records of each owner, newest first, in one statement.
 * @returns a function of the owners' ids, the limit of records per owner, and what `columns` take as `$3` and so on
 */
export function newestOfEach<Model extends RecordModel, Owner extends string, More extends readonly unknown[] = []>(
  model: Model,
  { table, owner, madeAt, columns = {} }: Branch<Owner>,
) {
  const [ownerColumn, time] = [columnOf(owner), columnOf(madeAt)];
  const selected = selectList(model, { alias: 'r', columns });
  const statement = `
    select ${readFields(model).includes(owner) ? selected : `${selected}, r.${ownerColumn} as "${owner}"`}
      from unnest($1::uuid[]) as o(id)
     cross join lateral (
       select * from ${table} where ${ownerColumn} = o.id order by ${time} desc, id desc limit $2) r
     order by o.id, r.${time} desc, r.id desc`;
  type Row = View<Model> & { readonly [Name in Owner]: string };
  return (em: EntityManager, ownerIds: readonly string[], limit: number, ...more: More): Promise<Row[]> =>
    rows(em, statement, [ownerIds, limit, ...more]);
}
