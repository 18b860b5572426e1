import type pg from 'pg';

/** SHA-256 of the objects that rows name, in their order. */
export async function readNamedObjects(client: Pick<pg.ClientBase, 'query'>): Promise<readonly string[]> {
  const { rows } = await client.query<{ object: string }>(
    'select distinct firmware_sha256 as object from release order by 1',
  );
  return rows.map(({ object }) => object);
}
