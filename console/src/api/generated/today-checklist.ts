// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { FirstStepsQuery, FirstStepsQueryVariables } from './operations.ts';

export const FirstStepsDocument = typedDocument<FirstStepsQuery, FirstStepsQueryVariables>(
  'FirstSteps',
  "query FirstSteps($admin:ID!){password:auditEntries(first:1 filter:{action:{eq:changePassword}actorId:{eq:$admin}}){__typename totalCount}settings:auditEntries(first:1 filter:{action:{in:[updateBusinessSettings updateSystemSettings updatePreorderSettings]}}){__typename totalCount}batches(first:1){__typename totalCount}releases(first:1 filter:{source:{eq:PACKAGE}}){__typename totalCount}heard:devices(first:1 filter:{lastSeenAt:{isNull:false}}){__typename totalCount}sales(first:1){__typename totalCount}}",
);
