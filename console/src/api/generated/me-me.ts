// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { ChangeMyPasswordMutation, ChangeMyPasswordMutationVariables, EndSessionMutation, EndSessionMutationVariables, MySessionsQuery, MySessionsQueryVariables } from './operations.ts';

export const MySessionsDocument = typedDocument<MySessionsQuery, MySessionsQueryVariables>(
  'MySessions',
  "query MySessions{sessions{__typename id current createdAt lastUsedAt expiresAt ip userAgent}}",
);
export const EndSessionDocument = typedDocument<EndSessionMutation, EndSessionMutationVariables>(
  'EndSession',
  "mutation EndSession($id:ID!){endSession(id:$id){__typename sessionId}}",
);
export const ChangeMyPasswordDocument = typedDocument<ChangeMyPasswordMutation, ChangeMyPasswordMutationVariables>(
  'ChangeMyPassword',
  "mutation ChangeMyPassword($input:ChangePasswordInput!){changePassword(input:$input){__typename endedSessions}}",
);
