// `npm run migration -- <name>`: writes a migration with what the entities have and the migrations lack, and lists it as the last.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/persistence/migrate.ts';
import { createOrm } from '../src/persistence/orm.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';

const [name = ''] = process.argv.slice(2);
if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
  console.error(
    'Name the migration in lower-case words joined by hyphens, for example: npm run migration -- archived-notes',
  );
  process.exit(1);
}

const LIST = 'src/persistence/migrations.ts';

const statements = await missingStatements();
if (statements.length === 0) {
  console.log('The entities and the migrations agree: no migration is needed.');
  process.exit(0);
}
const file = `${nextPrefix(new Date().toISOString().slice(0, 10))}-${name}`;
const path = `migrations/${file}.ts`;
if (existsSync(path)) {
  console.error(`${path} already exists. Choose another name.`);
  process.exit(1);
}
const className = `${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}${file.slice(0, 10).replaceAll('-', '')}`;
writeFileSync(path, sourceOf(className, statements));
writeFileSync(LIST, withLast(readFileSync(LIST, 'utf8'), file, className));
console.log(`Wrote ${path}, the last entry of ${LIST}. Next:
1. Explain in its comment why it is needed, and set a value for existing rows where they need one.
2. npm test -- architecture/migrations`);

/** Today, with a letter when today has migrations already: files sort in the order in which they run. */
function nextPrefix(today: string): string {
  const last = readdirSync('migrations').sort().at(-1) ?? '';
  if (!last.startsWith(today)) return today;
  const letters = /^[b-z]+(?=-)/.exec(last.slice(today.length))?.[0] ?? 'a';
  if (letters.endsWith('z')) return `${today}${letters}b`;
  return `${today}${letters.slice(0, -1)}${String.fromCharCode(letters.charCodeAt(letters.length - 1) + 1)}`;
}

/** The SQL that takes a migrated, empty database to the entities. */
async function missingStatements(): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karvon-migration-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate(server.url);
    const orm = await createOrm({ url: server.url, poolMax: 1 });
    const sql = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    await orm.close(true);
    return sql.split(/;\s*\n/).flatMap((statement) => (statement.trim() ? [statement.trim().replace(/;$/, '')] : []));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The list of migrations with one more at its end, and its import after the others. */
function withLast(source: string, file: string, className: string): string {
  const importsEnd = source.indexOf('\n', source.lastIndexOf('\nimport ') + 1) + 1;
  const listEnd = source.lastIndexOf('];');
  const imported = `import { ${className} } from '../../migrations/${file}.ts';\n`;
  const entry = `  { name: '${file}', class: ${className} },\n`;
  return source.slice(0, importsEnd) + imported + source.slice(importsEnd, listEnd) + entry + source.slice(listEnd);
}

function sourceOf(className: string, sql: readonly string[]): string {
  const lines = sql.map((statement) => `    this.addSql(\`${statement.replaceAll('`', '\\`')}\`);`);
  return `import { Migration } from '@mikro-orm/migrations';

/** Why this migration is needed. */
export class ${className} extends Migration {
  override up(): void {
${lines.join('\n')}
  }
}
`;
}
