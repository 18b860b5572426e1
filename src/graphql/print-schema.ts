import { readFileSync, writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildOpenSchema } from './schema.ts';

const FILE = 'schema.graphql';
const HEADER = '# The admin API of Karvon. Written by `npm run schema` out of src/graphql; do not edit.\n\n';

/** `--write` rewrites schema.graphql, `--check` fails when it is not what the code says. */
function main(mode: string | undefined): void {
  const printed = `${HEADER}${printSchema(lexicographicSortSchema(buildOpenSchema()))}\n`;
  if (mode === '--write') {
    writeFileSync(FILE, printed);
    return;
  }
  if (readFileSync(FILE, 'utf8') === printed) return;
  console.error(`${FILE} is not what the code says: run \`npm run schema\` and read the difference.`);
  process.exit(1);
}

main(process.argv[2]);
