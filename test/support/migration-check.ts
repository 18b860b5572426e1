import { createOrm } from '../../src/persistence/orm.ts';

/**
 * Most tests fail on a database that lacks a column; so the run ends here, with what to do.
 * @throws Error with the SQL that takes the migrated database to the entities, unless they agree
 */
export async function checkMigrations(url: string): Promise<void> {
  const orm = await createOrm({ url, poolMax: 1 });
  const difference = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim();
  await orm.close(true);
  if (!difference) return;
  throw new Error(
    `The entities are not what the migrations make. Add what is missing to src/persistence/<module>/<record>.entity.ts, or run \`npm run migration -- <name>\`. The difference:\n${difference}`,
  );
}
