// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { SearchQuery, SearchQueryVariables } from './operations.ts';

export const SearchDocument = typedDocument<SearchQuery, SearchQueryVariables>(
  'Search',
  "query Search($text:String!){search(text:$text first:12){__typename id kind title subtitle}}",
);
