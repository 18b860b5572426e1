// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { SavedByQuery, SavedByQueryVariables } from './operations.ts';

export const SavedByDocument = typedDocument<SavedByQuery, SavedByQueryVariables>(
  'SavedBy',
  "query SavedBy($id:ID!$since:DateTime!){auditEntries(first:1 filter:{targetId:{eq:$id}at:{gte:$since}}sort:[{field:AT direction:ASC}]){__typename nodes{__typename id actor{__typename id name}}}}",
);
