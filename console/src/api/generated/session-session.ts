// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { ChangePasswordMutation, ChangePasswordMutationVariables, SetPreferencesMutation, SetPreferencesMutationVariables, SignInMutation, SignInMutationVariables, SignOutMutation, SignOutMutationVariables, ViewerQuery, ViewerQueryVariables } from './operations.ts';

export const ViewerDocument = typedDocument<ViewerQuery, ViewerQueryVariables>(
  'Viewer',
  "query Viewer{viewer{__typename role permissions timeZone admin{__typename id name email mustChangePassword}preferences{__typename language theme density pageSize timeZone}session{__typename expiresAt}}}",
);
export const SignInDocument = typedDocument<SignInMutation, SignInMutationVariables>(
  'SignIn',
  "mutation SignIn($input:LoginInput!){login(input:$input){__typename admin{__typename id mustChangePassword}}}",
);
export const SignOutDocument = typedDocument<SignOutMutation, SignOutMutationVariables>(
  'SignOut',
  "mutation SignOut{logout{__typename signedOut}}",
);
export const ChangePasswordDocument = typedDocument<ChangePasswordMutation, ChangePasswordMutationVariables>(
  'ChangePassword',
  "mutation ChangePassword($input:ChangePasswordInput!){changePassword(input:$input){__typename passwordChanged}}",
);
export const SetPreferencesDocument = typedDocument<SetPreferencesMutation, SetPreferencesMutationVariables>(
  'SetPreferences',
  "mutation SetPreferences($input:SetPreferencesInput!){setPreferences(input:$input){__typename preferences{__typename language theme density pageSize timeZone}}}",
);
