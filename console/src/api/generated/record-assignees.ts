// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { AssigneesQuery, AssigneesQueryVariables } from './operations.ts';

export const AssigneesDocument = typedDocument<AssigneesQuery, AssigneesQueryVariables>(
  'Assignees',
  "query Assignees{adminOptions{__typename id name role}}",
);
