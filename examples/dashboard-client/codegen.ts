import type { CodegenConfig } from '@graphql-codegen/cli';

const scalars = { DateTime: 'string', JSON: 'unknown', Money: 'number', SafeInt: 'number', ID: 'string' };

/** Types of the schema, and a typed document for each operation. */
const config: CodegenConfig = {
  schema: '../../schema.graphql',
  documents: ['screens/*.graphql', 'operations/*.graphql'],
  generates: {
    'src/generated/schema.ts': {
      plugins: ['typescript'],
      config: { scalars, enumsAsTypes: true, nonOptionalTypename: true },
    },
    'src/generated/documents.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: { scalars, useTypeImports: true },
    },
  },
  silent: true,
};

export default config;
