import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema, validateSchema } from 'graphql';
import { buildOpenSchema } from '../../src/graphql/schema.ts';

it('schema.graphql is what the code says (`npm run schema` rewrites it)', () => {
  const [, ...written] = readFileSync('schema.graphql', 'utf8').split('\n\n');
  expect(written.join('\n\n').trim()).toBe(printSchema(lexicographicSortSchema(buildOpenSchema())).trim());
});

it('the schema is one by the rules of GraphQL', () => {
  expect(validateSchema(buildOpenSchema())).toEqual([]);
});
