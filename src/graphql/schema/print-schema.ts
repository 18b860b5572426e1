import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges, type GraphQLSchema } from 'graphql';
import { buildOpenSchema } from './schema.ts';
import { schemaText } from './schema-text.ts';

const FILE = 'schema.graphql';
/** The changes that break clients, each with its reason. */
const BREAKING = 'docs/api/breaking-changes.md';

/**
 * Works in the current folder. `--write [reason]` rewrites schema.graphql, `--check` fails when it is not what the code says. A change that breaks clients
 * is written with its reason only.
 */
function main(mode: string | undefined, reason: string): void {
  const schema = buildOpenSchema();
  const printed = schemaText(schema);
  const written = readFileSync(FILE, 'utf8');
  if (written === printed) return;
  const breaking = breakingChanges(written, schema);
  if (mode === '--write' && (breaking.length === 0 || reason)) {
    writeFileSync(FILE, printed);
    if (breaking.length > 0) appendFileSync(BREAKING, `\n${reason}\n${listOf(breaking)}\n`);
    return;
  }
  const command = breaking.length > 0 ? 'npm run schema -- "why clients have to change"' : 'npm run schema';
  const consequence = breaking.length > 0 ? ` These changes break clients:\n${listOf(breaking)}\n` : ' ';
  console.error(`${FILE} is not what the code says.${consequence}Run \`${command}\` and read the difference.`);
  process.exit(1);
}

function breakingChanges(written: string, schema: GraphQLSchema): string[] {
  return findBreakingChanges(buildSchema(written), schema).map(({ description }) => description);
}

function listOf(changes: readonly string[]): string {
  return changes.map((change) => `- ${change}`).join('\n');
}

main(process.argv[2], process.argv.slice(3).join(' ').trim());
