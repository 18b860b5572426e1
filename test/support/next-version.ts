import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './run.ts';

/** A build of the service in a folder of its own. */
export interface Version {
  readonly main: string;
  readonly cli: string;
  /** The migration that this version alone knows. */
  readonly migration: string;
}

const MIGRATION = '2099-01-01-next';

/**
 * What stands for the next version: this build with one more migration, which adds what this version does not know and writes
 * every row of a table. Its code is the same, so it shows how versions replace each other, and not that the code of two agrees.
 */
export function makeNextVersion(): Version {
  const folder = temporaryFolder('next-version');
  mkdirSync(join(folder, 'console'));
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  copyFileSync('package.json', join(folder, 'package.json'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, `dist/migrations/${MIGRATION}.js`),
    `import { Migration } from '@mikro-orm/migrations';
export class Next extends Migration {
  up() {
    this.addSql('create table "next_thing" ("id" bigint primary key)');
    this.addSql('alter table "customer" add column "next_text" text null');
    this.addSql('update "customer" set "next_text" = "full_name"');
  }
}
`,
  );
  const list = join(folder, 'dist/src/persistence/migrations.js');
  const text = readFileSync(list, 'utf8');
  const end = text.lastIndexOf('];');
  if (end < 0) throw new Error('dist/src/persistence/migrations.js ends otherwise');
  const entry = `    { name: '${MIGRATION}', class: Next },\n`;
  writeFileSync(
    list,
    `import { Next } from '../../migrations/${MIGRATION}.js';\n${text.slice(0, end)}${entry}${text.slice(end)}`,
  );
  return { main: join(folder, 'dist/src/main.js'), cli: join(folder, 'dist/src/cli/main.js'), migration: MIGRATION };
}
