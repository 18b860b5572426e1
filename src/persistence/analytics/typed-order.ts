import { longNameOrder } from '../lists/list-text.ts';
import { joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import type { QueryParts } from './query-parts.ts';

type ShownDimension = QueryParts['dimensions'][number];

/**
 * Joins to the rows `c` the place of each of their typed values in the order of names, found once for each value: a series has each in all of
 * its buckets. A full join is a left one here, since no value is of other rows, but never a nested loop, whatever PostgreSQL expects of
 * the number of rows.
 * @param rows those rows: what comes after a select list
 */
export function joinPlaces({ dimensions }: Pick<QueryParts, 'dimensions'>, rows: SqlFragment): SqlFragment {
  const joins = dimensions.flatMap((dimension) => {
    if (!dimension.isTyped) return [];
    const column = trustedSql(dimension.column);
    const order = longNameOrder(column);
    return [
      sql`full join (select ${column}, row_number() over (order by ${order}, ${column}) as place
           from (select distinct ${column} from (select ${column} ${rows}) r where ${column} is not null) v) ${placesOf(dimension)}
        on ${placesOf(dimension)}.${column} = c.${column}`,
    ];
  });
  return joinSql(joins, ' ');
}

/** SQL of what the rows are sorted by to be in the order of a dimension. */
export function placeIn(dimension: ShownDimension): SqlFragment {
  return dimension.isTyped ? sql`${placesOf(dimension)}.place` : trustedSql(`c.${dimension.column}`);
}

function placesOf({ column }: ShownDimension): SqlFragment {
  return trustedSql(`places_${column}`);
}
