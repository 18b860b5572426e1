// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { CreateSavedViewMutation, CreateSavedViewMutationVariables, DeleteSavedViewMutation, DeleteSavedViewMutationVariables, SavedViewsQuery, SavedViewsQueryVariables, UpdateSavedViewMutation, UpdateSavedViewMutationVariables } from './operations.ts';

export const SavedViewsDocument = typedDocument<SavedViewsQuery, SavedViewsQueryVariables>(
  'SavedViews',
  "query SavedViews($list:ViewedList!){savedViews(first:100 filter:{list:{eq:$list}}){__typename nodes{__typename id name shared ownerId revision query columns}}}",
);
export const CreateSavedViewDocument = typedDocument<CreateSavedViewMutation, CreateSavedViewMutationVariables>(
  'CreateSavedView',
  "mutation CreateSavedView($input:CreateSavedViewInput!){createSavedView(input:$input){__typename savedView{__typename id name shared ownerId revision query columns}}}",
);
export const DeleteSavedViewDocument = typedDocument<DeleteSavedViewMutation, DeleteSavedViewMutationVariables>(
  'DeleteSavedView',
  "mutation DeleteSavedView($id:ID!){deleteSavedView(id:$id){__typename deletedId}}",
);
export const UpdateSavedViewDocument = typedDocument<UpdateSavedViewMutation, UpdateSavedViewMutationVariables>(
  'UpdateSavedView',
  "mutation UpdateSavedView($id:ID!$revision:Int$input:UpdateSavedViewInput){updateSavedView(id:$id expectedRevision:$revision input:$input){__typename savedView{__typename id name shared ownerId revision query columns}}}",
);
