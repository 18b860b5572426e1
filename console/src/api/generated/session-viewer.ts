// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { ViewerQuery, ViewerQueryVariables } from './operations.ts';

export const ViewerDocument = typedDocument<ViewerQuery, ViewerQueryVariables>(
  'Viewer',
  "query Viewer{viewer{__typename role permissions admin{__typename id name email mustChangePassword}preferences{__typename language theme density pageSize timeZone}}}",
);
