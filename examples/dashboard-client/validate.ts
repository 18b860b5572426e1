import { readdirSync, readFileSync } from 'node:fs';
import { validate } from '@graphql-inspector/core';
import { buildSchema, Source } from 'graphql';

/** Says which documents do not fit the schema any more: run it when the service is updated. */
const sources = ['screens', 'operations'].flatMap((folder) =>
  readdirSync(folder).map((file) => new Source(readFileSync(`${folder}/${file}`, 'utf8'), `${folder}/${file}`)),
);
const schema = buildSchema(readFileSync('../../schema.graphql', 'utf8'));

const invalid = validate(schema, sources, { maxDepth: 10, maxAliasCount: 30 });
for (const { source, errors, deprecated } of invalid) {
  for (const { message } of [...errors, ...deprecated]) console.error(`${source.name}: ${message}`);
}
if (invalid.length > 0) process.exit(1);
console.log(`${sources.length} files fit the schema.`);
